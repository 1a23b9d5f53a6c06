# The shape, cut out, twice side by side.
x1 = objects(I, true, true, true)
x2 = first(x1)
x3 = subgrid(x2, I)
O = hconcat(x3, x3)
