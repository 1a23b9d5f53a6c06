# Places where exactly one of the two halves is filled become 3.
x1 = tophalf(I)
x2 = bottomhalf(I)
x3 = replace(x2, 2, 1)
x4 = cellwise(x1, x3, 3)
O = replace(x4, 1, 0)
