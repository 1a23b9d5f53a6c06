# The missing corner of each shape becomes blue.
x1 = objects(I, true, false, true)
x2 = mapply(delta, x1)
O = fill(I, 1, x2)
