# The right half is mirrored onto the left one.
x1 = lefthalf(I)
x2 = righthalf(I)
x3 = vmirror(x2)
x4 = fgpartition(x3)
x5 = merge(x4)
O = paint(x1, x5)
