# The green cell moves one step towards the yellow one.
x1 = ofcolor(I, 3)
x2 = ofcolor(I, 4)
x3 = first(x1)
x4 = first(x2)
x5 = subtract(x4, x3)
x6 = sign(x5)
x7 = recolor(3, x1)
O = move(I, x7, x6)
