# Under the middle of every object a yellow cell lies on the bottom row.
x1 = objects(I, true, false, true)
x2 = compose(vfrontier, center)
x3 = mapply(x2, x1)
x4 = asindices(I)
x5 = llcorner(x4)
x6 = hfrontier(x5)
x7 = intersection(x3, x6)
O = fill(I, 4, x7)
