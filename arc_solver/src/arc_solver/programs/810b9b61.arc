# Closed frames become 3.
x1 = o_g(I, 5)
x2 = fork(equality, toindices, box)
x3 = sfilter(x1, x2)
x4 = chain(positive, size, delta)
x5 = mfilter(x3, x4)
O = fill(I, 3, x5)
