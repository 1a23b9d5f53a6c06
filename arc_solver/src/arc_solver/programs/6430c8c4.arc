# Places that neither of the two halves fills become 3.
x1 = tophalf(I)
x2 = bottomhalf(I)
x3 = ofcolor(x1, 0)
x4 = ofcolor(x2, 0)
x5 = intersection(x3, x4)
x6 = replace(x1, 7, 0)
O = fill(x6, 3, x5)
