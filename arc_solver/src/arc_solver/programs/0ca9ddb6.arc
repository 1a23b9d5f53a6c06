# Blue cells get orange sides and red cells get yellow corners.
x1 = ofcolor(I, 1)
x2 = mapply(dneighbors, x1)
x3 = fill(I, 7, x2)
x4 = ofcolor(I, 2)
x5 = mapply(ineighbors, x4)
O = fill(x3, 4, x5)
