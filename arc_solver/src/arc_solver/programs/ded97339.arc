# Cells in one row or column are joined by lines.
x1 = ofcolor(I, 8)
x2 = prapply(connect, x1, x1)
x3 = mfilter(x2, hline)
x4 = mfilter(x2, vline)
x5 = combine(x3, x4)
O = fill(I, 8, x5)
