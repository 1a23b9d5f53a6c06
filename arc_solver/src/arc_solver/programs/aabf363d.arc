# The shape takes the colour of the mark in the corner, which is removed.
x1 = leastcolor(I)
x2 = replace(I, x1, 0)
x3 = leastcolor(x2)
O = replace(x2, x3, x1)
