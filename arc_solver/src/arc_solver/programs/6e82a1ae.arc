# Shapes of four cells become blue, of three red, of two green.
x1 = objects(I, true, false, true)
x2 = lbind(subtract, 5)
x3 = compose(x2, size)
x4 = fork(recolor, x3, identity)
x5 = mapply(x4, x1)
O = paint(I, x5)
