# Every cell continues to the right, in turn with colour 5.
x1 = o_g(I, 5)
x2 = rbind(shoot, (0, 2))
x3 = compose(x2, ulcorner)
x4 = fork(recolor, color, x3)
x5 = mapply(x4, x1)
x6 = paint(I, x5)
x7 = shift(x5, (0, 1))
O = fill(x6, 5, x7)
