# Green shapes of more than two cells become light blue.
x1 = objects(I, true, false, false)
x2 = colorfilter(x1, 3)
x3 = rbind(greater, 2)
x4 = compose(x3, size)
x5 = mfilter(x2, x4)
O = fill(I, 8, x5)
