# Every block takes the colour of its middle cell plus five.
x1 = rbind(add, 5)
x2 = compose(x1, color)
x3 = compose(backdrop, outbox)
x4 = fork(recolor, x2, x3)
x5 = objects(I, true, false, true)
x6 = sizefilter(x5, 1)
x7 = mapply(x4, x6)
O = paint(I, x7)
