# The shape falls by one row and becomes red.
x1 = ofcolor(I, 8)
x2 = cover(I, x1)
x3 = shift(x1, (1, 0))
O = fill(x2, 2, x3)
