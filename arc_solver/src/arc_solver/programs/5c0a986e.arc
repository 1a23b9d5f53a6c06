# A diagonal leaves the block of 1 to the upper left and the block of 2 to the lower right.
x1 = ofcolor(I, 1)
x2 = ulcorner(x1)
x3 = shoot(x2, (-1, -1))
x4 = fill(I, 1, x3)
x5 = ofcolor(I, 2)
x6 = lrcorner(x5)
x7 = shoot(x6, (1, 1))
O = fill(x4, 2, x7)
