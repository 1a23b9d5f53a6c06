# What the block of 1 hides, read from the half turn of the symmetrical picture.
x1 = ofcolor(I, 1)
x2 = rot180(I)
O = subgrid(x1, x2)
