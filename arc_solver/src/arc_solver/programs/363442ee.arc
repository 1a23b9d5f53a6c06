# The pattern of the upper left corner is stamped around every blue cell.
x1 = crop(I, (0, 0), (3, 3))
x2 = asobject(x1)
x3 = lbind(shift, x2)
x4 = ofcolor(I, 1)
x5 = apply(decrement, x4)
x6 = mapply(x3, x5)
O = paint(I, x6)
