# A square with as many light blue cells on its diagonal as there are shapes.
x1 = objects(I, true, false, true)
x2 = size(x1)
x3 = astuple(x2, x2)
x4 = canvas(0, x3)
x5 = shoot((0, 0), (1, 1))
O = fill(x4, 8, x5)
