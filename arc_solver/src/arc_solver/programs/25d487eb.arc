# The odd cell at the base of the triangle shoots a ray of its colour out of the tip.
x1 = fgpartition(I)
x2 = merge(x1)
x3 = leastcolor(x2)
x4 = ofcolor(I, x3)
x5 = first(x4)
x6 = position(x4, x2)
x7 = shoot(x5, x6)
O = underfill(I, x3, x7)
