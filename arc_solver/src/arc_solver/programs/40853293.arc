# The two cells of each colour are joined by a line; upright lines lie over level ones.
x1 = fgpartition(I)
x2 = fork(recolor, color, backdrop)
x3 = apply(x2, x1)
x4 = mfilter(x3, hline)
x5 = paint(I, x4)
x6 = mfilter(x3, vline)
O = paint(x5, x6)
