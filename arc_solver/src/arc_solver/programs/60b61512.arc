# The free places of each shape's box become orange.
x1 = objects(I, true, true, true)
x2 = mapply(delta, x1)
O = fill(I, 7, x2)
