# The grid is scaled by the number of its coloured cells.
x1 = colorcount(I, 0)
x2 = lbind(subtract, 9)
x3 = x2(x1)
O = upscale(I, x3)
