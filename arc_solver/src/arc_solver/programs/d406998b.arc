# In every second column, counted back from the last, 5 becomes 3.
x1 = asindices(I)
x2 = lrcorner(x1)
x3 = shoot(x2, (0, -2))
x4 = mapply(vfrontier, x3)
x5 = ofcolor(I, 5)
x6 = intersection(x4, x5)
O = fill(I, 3, x6)
