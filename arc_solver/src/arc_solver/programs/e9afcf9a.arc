# The two rows exchange the colours of every other cell.
x1 = hmirror(I)
x2 = shoot((0, 1), (0, 2))
x3 = shoot((1, 1), (0, 2))
x4 = combine(x2, x3)
x5 = toobject(x4, x1)
O = paint(I, x5)
