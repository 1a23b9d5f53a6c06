# The coloured cells in one row.
x1 = palette(I)
x2 = other(x1, 0)
x3 = colorcount(I, x2)
x4 = astuple(1, x3)
O = canvas(x2, x4)
