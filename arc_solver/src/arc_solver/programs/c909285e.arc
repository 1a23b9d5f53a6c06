# The frame of the rarest colour is cut out with what it contains.
x1 = leastcolor(I)
x2 = ofcolor(I, x1)
O = subgrid(x2, I)
