# The grid with its mirror images to the right, below and across.
x1 = vmirror(I)
x2 = hconcat(I, x1)
x3 = hmirror(x2)
O = vconcat(x2, x3)
