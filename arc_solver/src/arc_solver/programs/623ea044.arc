# Diagonal rays in all four directions from the one cell.
x1 = leastcolor(I)
x2 = ofcolor(I, x1)
x3 = first(x2)
x4 = ineighbors((0, 0))
x5 = lbind(shoot, x3)
x6 = mapply(x5, x4)
O = fill(I, x1, x6)
