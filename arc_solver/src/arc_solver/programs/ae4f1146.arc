# The block with the most blue cells.
x1 = objects(I, false, false, true)
x2 = rbind(colorcount, 1)
x3 = argmax(x1, x2)
O = subgrid(x3, I)
