# Every single cell at the border sends its colour to the nearest cell of the block.
x1 = objects(I, true, false, true)
x2 = argmax(x1, size)
x3 = rbind(gravitate, x2)
x4 = compose(crement, x3)
x5 = fork(shift, identity, x4)
x6 = sizefilter(x1, 1)
x7 = mapply(x5, x6)
O = paint(I, x7)
