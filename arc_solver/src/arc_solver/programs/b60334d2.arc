# Every grey cell becomes a blue cross without middle, with grey corners.
x1 = ofcolor(I, 5)
x2 = mapply(dneighbors, x1)
x3 = mapply(ineighbors, x1)
x4 = cover(I, x1)
x5 = fill(x4, 1, x2)
O = fill(x5, 5, x3)
