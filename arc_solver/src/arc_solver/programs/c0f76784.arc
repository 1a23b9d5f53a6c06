# The inside of every grey frame is coloured by its size: pink, orange or light blue.
x1 = objects(I, true, false, true)
x2 = apply(delta, x1)
x3 = lbind(add, 5)
x4 = compose(x3, width)
x5 = fork(recolor, x4, identity)
x6 = mapply(x5, x2)
O = paint(I, x6)
