# Red where both halves are empty.
x1 = tophalf(I)
x2 = ofcolor(x1, 0)
x3 = bottomhalf(I)
x4 = ofcolor(x3, 0)
x5 = intersection(x2, x4)
x6 = shape(x1)
x7 = canvas(0, x6)
O = fill(x7, 2, x5)
