# The grid is mirrored downwards.
x1 = hmirror(I)
O = vconcat(I, x1)
