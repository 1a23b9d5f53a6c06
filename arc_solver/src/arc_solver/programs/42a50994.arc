# Cells that touch no other coloured one, not even at a corner, disappear.
x1 = objects(I, true, true, true)
x2 = sizefilter(x1, 1)
x3 = merge(x2)
O = cover(I, x3)
