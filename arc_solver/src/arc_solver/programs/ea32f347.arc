# The longest bar becomes blue, the shortest red and the one between yellow.
x1 = objects(I, true, false, true)
x2 = argmax(x1, size)
x3 = argmin(x1, size)
x4 = replace(I, 5, 4)
x5 = fill(x4, 1, x2)
O = fill(x5, 2, x3)
