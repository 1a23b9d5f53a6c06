# The rectangle of the rarest colour.
x1 = leastcolor(I)
x2 = ofcolor(I, x1)
O = subgrid(x2, I)
