# The red shape moves in between the green corners.
x1 = ofcolor(I, 2)
x2 = ofcolor(I, 3)
x3 = ulcorner(x2)
x4 = add(x3, 1)
x5 = ulcorner(x1)
x6 = subtract(x4, x5)
x7 = recolor(2, x1)
O = move(I, x7, x6)
