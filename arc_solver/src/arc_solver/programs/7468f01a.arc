# The coloured part of the grid with left and right exchanged.
x1 = objects(I, false, true, true)
x2 = first(x1)
x3 = subgrid(x2, I)
O = vmirror(x3)
