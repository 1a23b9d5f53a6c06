# Every field of the lattice as one cell, left and right exchanged.
x1 = compress(I)
x2 = o_g(I, 4)
x3 = valmin(x2, width)
x4 = downscale(x1, x3)
O = vmirror(x4)
