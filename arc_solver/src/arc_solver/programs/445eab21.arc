# A small square in the colour of the largest frame.
x1 = o_g(I, 5)
x2 = argmax(x1, size)
x3 = color(x2)
O = canvas(x3, (2, 2))
