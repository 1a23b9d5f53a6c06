# Every grey cell and what is around it become blue.
x1 = ofcolor(I, 5)
x2 = mapply(neighbors, x1)
x3 = combine(x1, x2)
O = fill(I, 1, x3)
