# All cells that do not have the commonest colour become grey.
x1 = partition(I)
x2 = argmax(x1, size)
x3 = shape(I)
x4 = canvas(5, x3)
O = paint(x4, x2)
