# A diagonal of 2 rises from the lower left corner, and 4 fills the rest of the bottom row.
x1 = asindices(I)
x2 = llcorner(x1)
x3 = shoot(x2, (-1, 1))
x4 = underfill(I, 2, x3)
x5 = shoot(x2, (0, 1))
O = underfill(x4, 4, x5)
