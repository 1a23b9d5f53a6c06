# The first half of the longer side.
x1 = portrait(I)
x2 = tophalf(I)
x3 = lefthalf(I)
O = branch(x1, x2, x3)
