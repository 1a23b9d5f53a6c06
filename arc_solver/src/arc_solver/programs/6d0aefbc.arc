# The grid with its mirror image to the right.
x1 = vmirror(I)
O = hconcat(I, x1)
