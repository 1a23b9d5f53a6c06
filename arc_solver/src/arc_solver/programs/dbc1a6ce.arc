# Blue cells of one row or one column are joined by light blue lines.
x1 = ofcolor(I, 1)
x2 = prapply(connect, x1, x1)
x3 = fork(either, hline, vline)
x4 = mfilter(x2, x3)
O = underfill(I, 8, x4)
