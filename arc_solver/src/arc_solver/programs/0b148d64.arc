# The one block of dots whose colour differs from that of the other three is cut out.
x1 = leastcolor(I)
x2 = ofcolor(I, x1)
O = subgrid(x2, I)
