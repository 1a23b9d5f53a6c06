# The longest bar becomes blue and the shortest red; the others vanish.
x1 = objects(I, true, false, true)
x2 = argmax(x1, size)
x3 = argmin(x1, size)
x4 = replace(I, 5, 0)
x5 = fill(x4, 1, x2)
O = fill(x5, 2, x3)
