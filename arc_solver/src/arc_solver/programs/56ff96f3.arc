# The two cells of each colour are opposite corners of a filled rectangle.
x1 = fgpartition(I)
x2 = fork(recolor, color, backdrop)
x3 = mapply(x2, x1)
O = paint(I, x3)
