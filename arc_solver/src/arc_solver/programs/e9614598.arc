# A green cross stands in the middle between the two blue cells.
x1 = ofcolor(I, 1)
x2 = center(x1)
x3 = dneighbors(x2)
x4 = insert(x2, x3)
O = fill(I, 3, x4)
