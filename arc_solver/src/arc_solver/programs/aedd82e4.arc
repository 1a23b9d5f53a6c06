# Single cells of 2 become 1.
x1 = o_g(I, 4)
x2 = colorfilter(x1, 2)
x3 = sizefilter(x2, 1)
x4 = merge(x3)
O = fill(I, 1, x4)
