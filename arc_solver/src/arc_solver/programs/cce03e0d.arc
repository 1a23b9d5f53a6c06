# A copy of the grid stands for every red cell, nothing for the others.
x1 = rbind(multiply, 3)
x2 = ofcolor(I, 2)
x3 = apply(x1, x2)
x4 = canvas(0, (9, 9))
x5 = asobject(I)
x6 = lbind(shift, x5)
x7 = mapply(x6, x3)
O = paint(x4, x7)
