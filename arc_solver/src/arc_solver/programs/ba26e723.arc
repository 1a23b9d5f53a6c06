# In every third column, from the first on, 4 becomes 6.
x1 = shoot((0, 0), (0, 3))
x2 = mapply(vfrontier, x1)
x3 = ofcolor(I, 4)
x4 = intersection(x2, x3)
O = fill(I, 6, x4)
