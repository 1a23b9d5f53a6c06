# The part between the two grey bars is cut out with one more row above and below.
x1 = ofcolor(I, 5)
x2 = ulcorner(x1)
x3 = subtract(x2, (1, 0))
x4 = shape(x1)
x5 = add(x4, (2, 0))
O = crop(I, x3, x5)
