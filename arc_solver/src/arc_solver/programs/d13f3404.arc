# The pattern moves down to the right, leaving a trail.
x1 = fgpartition(I)
x2 = merge(x1)
x3 = canvas(0, (6, 6))
x4 = lbind(shift, x2)
x5 = shoot((0, 0), (1, 1))
x6 = mapply(x4, x5)
O = paint(x3, x6)
