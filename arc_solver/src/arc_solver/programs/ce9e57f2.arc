# The lower half of every bar, rounded down, becomes 8.
x1 = o_g(I, 5)
x2 = compose(halve, height)
x3 = fork(subtract, height, x2)
x4 = compose(toivec, x3)
x5 = fork(shift, toindices, x4)
x6 = fork(intersection, toindices, x5)
x7 = mapply(x6, x1)
O = fill(I, 8, x7)
