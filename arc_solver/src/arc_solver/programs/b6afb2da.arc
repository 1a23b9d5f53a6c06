# Grey rectangles get a red inside, a yellow border and blue corners.
x1 = objects(I, true, false, false)
x2 = colorfilter(x1, 5)
x3 = replace(I, 5, 2)
x4 = mapply(box, x2)
x5 = fill(x3, 4, x4)
x6 = mapply(corners, x2)
O = fill(x5, 1, x6)
