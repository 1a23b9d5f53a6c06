# The grey bars are coloured by their rank in height: the highest blue, then red, green and yellow.
x1 = objects(I, true, false, true)
x2 = order(x1, height)
x3 = interval(4, 0, -1)
x4 = mpapply(recolor, x3, x2)
O = paint(I, x4)
