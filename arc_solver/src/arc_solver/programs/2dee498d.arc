# The left third of the grid.
x1 = hsplit(I, 3)
O = first(x1)
