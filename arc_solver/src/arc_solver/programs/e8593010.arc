# Black areas of one cell become green, of two cells red, of three cells blue.
x1 = objects(I, true, false, false)
x2 = colorfilter(x1, 0)
x3 = lbind(subtract, 4)
x4 = compose(x3, size)
x5 = fork(recolor, x4, identity)
x6 = mapply(x5, x2)
O = paint(I, x6)
