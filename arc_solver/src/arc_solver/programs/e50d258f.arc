# The rectangle with the most red cells.
x1 = shape(I)
x2 = canvas(0, x1)
x3 = hconcat(I, x2)
x4 = objects(x3, false, false, true)
x5 = rbind(colorcount, 2)
x6 = argmax(x4, x5)
O = subgrid(x6, I)
