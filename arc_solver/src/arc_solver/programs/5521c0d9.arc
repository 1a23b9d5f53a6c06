# Every rectangle rises by its own height.
x1 = o_g(I, 5)
x2 = merge(x1)
x3 = cover(I, x2)
x4 = chain(toivec, invert, height)
x5 = fork(shift, identity, x4)
x6 = mapply(x5, x1)
O = paint(x3, x6)
