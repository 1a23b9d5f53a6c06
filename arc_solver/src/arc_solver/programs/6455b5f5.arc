# The largest black area becomes blue, the smallest ones become light blue.
x1 = objects(I, true, false, false)
x2 = colorfilter(x1, 0)
x3 = valmin(x2, size)
x4 = sizefilter(x2, x3)
x5 = merge(x4)
x6 = argmax(x2, size)
x7 = fill(I, 8, x5)
O = fill(x7, 1, x6)
