# Every coloured cell runs down to the bottom.
x1 = objects(I, true, false, true)
x2 = rbind(shoot, (1, 0))
x3 = compose(x2, center)
x4 = fork(recolor, color, x3)
x5 = mapply(x4, x1)
O = paint(I, x5)
