# The columns of all cells are filled with 8, and the result is laid out two by two.
x1 = ofcolor(I, 0)
x2 = asindices(I)
x3 = difference(x2, x1)
x4 = mapply(vfrontier, x3)
x5 = intersection(x1, x4)
x6 = fill(I, 8, x5)
x7 = hconcat(x6, x6)
O = vconcat(x7, x7)
