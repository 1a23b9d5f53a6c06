# Pink lines cross in the middle of every blue frame and run to the border beneath the frames.
x1 = objects(I, true, false, true)
x2 = compose(vfrontier, center)
x3 = compose(hfrontier, center)
x4 = fork(combine, x2, x3)
x5 = mapply(x4, x1)
O = underfill(I, 6, x5)
