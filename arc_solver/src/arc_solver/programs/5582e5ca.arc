# Everything in the commonest colour.
x1 = mostcolor(I)
x2 = shape(I)
O = canvas(x1, x2)
