# The colour beside grey becomes black, and grey takes its place.
x1 = palette(I)
x2 = other(x1, 5)
x3 = replace(I, x2, 0)
O = replace(x3, 5, x2)
