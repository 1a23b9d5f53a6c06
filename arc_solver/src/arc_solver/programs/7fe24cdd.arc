# The grid is turned by quarters around its lower right corner.
x1 = rot90(I)
x2 = hconcat(I, x1)
x3 = rot180(x2)
O = vconcat(x2, x3)
