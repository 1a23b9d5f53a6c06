# The upper left quarter of the symmetric shape is cut out.
x1 = objects(I, false, true, true)
x2 = first(x1)
x3 = subgrid(x2, I)
x4 = tophalf(x3)
O = lefthalf(x4)
