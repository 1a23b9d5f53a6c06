# The lower half laid over the upper one.
x1 = tophalf(I)
x2 = bottomhalf(I)
x3 = fgpartition(x2)
x4 = merge(x3)
O = paint(x1, x4)
