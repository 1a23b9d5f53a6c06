# The blue cells within the box around the light blue ones become green.
x1 = ofcolor(I, 8)
x2 = backdrop(x1)
x3 = ofcolor(I, 1)
x4 = intersection(x2, x3)
O = fill(I, 3, x4)
