# The coloured part is cut out, and its background becomes black.
x1 = fgpartition(I)
x2 = merge(x1)
x3 = subgrid(x2, I)
x4 = mostcolor(I)
O = replace(x3, x4, 0)
