# Every grey cell gets a blue ring.
x1 = ofcolor(I, 5)
x2 = mapply(neighbors, x1)
O = fill(I, 1, x2)
