# What lies inside of the largest frame.
x1 = objects(I, true, false, false)
x2 = fork(equality, toindices, box)
x3 = sfilter(x1, x2)
x4 = argmax(x3, size)
x5 = inbox(x4)
O = subgrid(x5, I)
