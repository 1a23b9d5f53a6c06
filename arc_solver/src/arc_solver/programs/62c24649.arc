# The grid is mirrored to the right, and the two together downwards.
x1 = vmirror(I)
x2 = hconcat(I, x1)
x3 = hmirror(x2)
O = vconcat(x2, x3)
