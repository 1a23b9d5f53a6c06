# Every area of background that a closed outline shuts off from the border is filled with yellow.
x1 = objects(I, true, false, false)
x2 = colorfilter(x1, 0)
x3 = rbind(bordering, I)
x4 = compose(flip, x3)
x5 = mfilter(x2, x4)
O = fill(I, 4, x5)
