# The grid with left and right exchanged.
O = vmirror(I)
