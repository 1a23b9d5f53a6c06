# Only the cell whose colour occurs once stays, with a ring of colour 2 around it.
x1 = leastcolor(I)
x2 = ofcolor(I, x1)
x3 = shape(I)
x4 = canvas(0, x3)
x5 = fill(x4, x1, x2)
x6 = mapply(neighbors, x2)
O = fill(x5, 2, x6)
