# The rectangle with the most cells of colour 2.
x1 = replace(I, 2, 1)
x2 = o_g(x1, 4)
x3 = colorfilter(x2, 1)
x4 = rbind(toobject, I)
x5 = rbind(colorcount, 2)
x6 = compose(x5, x4)
x7 = argmax(x3, x6)
O = subgrid(x7, I)
