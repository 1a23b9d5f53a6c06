# A frame in the colour of the inner one is drawn just inside of the four marks of 5.
x1 = palette(I)
x2 = remove(5, x1)
x3 = maximum(x2)
x4 = ofcolor(I, 5)
x5 = inbox(x4)
O = fill(I, x3, x5)
