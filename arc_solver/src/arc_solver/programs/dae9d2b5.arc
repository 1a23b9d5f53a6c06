# Pink where one of the two halves has a cell.
x1 = lefthalf(I)
x2 = ofcolor(x1, 0)
x3 = righthalf(I)
x4 = ofcolor(x3, 0)
x5 = intersection(x2, x4)
x6 = shape(x1)
x7 = canvas(6, x6)
O = fill(x7, 0, x5)
