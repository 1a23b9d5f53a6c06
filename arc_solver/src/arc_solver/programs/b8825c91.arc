# What the yellow squares hide is filled in from the mirror images.
x1 = ofcolor(I, 4)
x2 = vmirror(I)
x3 = toobject(x1, x2)
x4 = paint(I, x3)
x5 = ofcolor(x4, 4)
x6 = hmirror(x4)
x7 = toobject(x5, x6)
O = paint(x4, x7)
