# The inside of every grey rectangle becomes red.
x1 = objects(I, true, false, false)
x2 = colorfilter(x1, 5)
x3 = fork(difference, toindices, box)
x4 = mapply(x3, x2)
O = fill(I, 2, x4)
