# A cell between two blue cells of one row becomes red.
x1 = ofcolor(I, 1)
x2 = shift(x1, (0, 1))
x3 = shift(x1, (0, -1))
x4 = intersection(x2, x3)
O = fill(I, 2, x4)
