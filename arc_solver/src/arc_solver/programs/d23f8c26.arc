# Only the middle column remains.
x1 = width(I)
x2 = halve(x1)
x3 = tojvec(x2)
x4 = vfrontier(x3)
x5 = toobject(x4, I)
x6 = shape(I)
x7 = canvas(0, x6)
O = paint(x7, x5)
