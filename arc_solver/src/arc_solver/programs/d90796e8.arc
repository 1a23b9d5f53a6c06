# Where 3 and 2 touch, the 3 becomes 8 and the 2 vanishes.
x1 = ofcolor(I, 3)
x2 = ofcolor(I, 2)
x3 = mapply(dneighbors, x2)
x4 = intersection(x1, x3)
x5 = fill(I, 8, x4)
x6 = mapply(dneighbors, x1)
x7 = intersection(x2, x6)
O = fill(x5, 0, x7)
