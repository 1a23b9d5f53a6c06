# The four corner pieces are put together as one frame.
x1 = objects(I, true, false, true)
x2 = compose(first, delta)
x3 = fork(subtract, lrcorner, x2)
x4 = compose(double, x3)
x5 = fork(shift, normalize, x4)
x6 = mapply(x5, x1)
x7 = canvas(0, (4, 4))
O = paint(x7, x6)
