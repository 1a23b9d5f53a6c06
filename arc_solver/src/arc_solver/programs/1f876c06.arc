# The two cells of each colour are joined by a line.
x1 = fgpartition(I)
x2 = compose(first, toindices)
x3 = compose(last, toindices)
x4 = fork(connect, x2, x3)
x5 = fork(recolor, color, x4)
x6 = mapply(x5, x1)
O = paint(I, x6)
