# Everything falls by one row.
x1 = asobject(I)
x2 = shift(x1, (1, 0))
x3 = shape(I)
x4 = canvas(0, x3)
O = paint(x4, x2)
