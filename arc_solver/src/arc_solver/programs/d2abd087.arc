# The grey objects of six cells become red, all others blue.
x1 = objects(I, true, false, true)
x2 = sizefilter(x1, 6)
x3 = merge(x2)
x4 = replace(I, 5, 1)
O = fill(x4, 2, x3)
