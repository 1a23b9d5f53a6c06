# The grid is laid out two by two, and free places diagonal to a coloured cell become light blue.
x1 = hconcat(I, I)
x2 = vconcat(x1, x1)
x3 = leastcolor(I)
x4 = ofcolor(x2, x3)
x5 = mapply(ineighbors, x4)
O = underfill(x2, 8, x5)
