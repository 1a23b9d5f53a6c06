# The shape is cut out.
x1 = objects(I, true, true, true)
x2 = first(x1)
O = subgrid(x2, I)
