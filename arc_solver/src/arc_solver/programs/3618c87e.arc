# The blue cells fall through the grey ones below to the ground.
x1 = ofcolor(I, 1)
x2 = shift(x1, (2, 0))
x3 = cover(I, x1)
O = fill(x3, 1, x2)
