# The shape under the grey mark is cut out.
x1 = objects(I, false, true, true)
x2 = argmax(x1, numcolors)
x3 = subgrid(x2, I)
x4 = shape(x3)
x5 = subtract(x4, (1, 0))
O = crop(x3, (1, 0), x5)
