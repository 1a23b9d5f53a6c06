# Rows of one colour become 5, all others 0.
x1 = frontiers(I)
x2 = mfilter(x1, hline)
x3 = shape(I)
x4 = canvas(0, x3)
O = fill(x4, 5, x2)
