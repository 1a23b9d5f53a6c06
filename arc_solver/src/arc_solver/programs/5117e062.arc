# The shape with the light blue cell, in its own colour only.
x1 = objects(I, false, true, true)
x2 = argmax(x1, numcolors)
x3 = subgrid(x2, I)
x4 = mostcolor(x2)
O = replace(x3, 8, x4)
