# Of the areas between the zigzag and the borders, from left to right, every third becomes 4.
x1 = o_g(I, 4)
x2 = colorfilter(x1, 0)
x3 = order(x2, leftmost)
x4 = size(x3)
x5 = interval(0, x4, 3)
x6 = lbind(get_nth_t, x3)
x7 = mapply(x6, x5)
O = fill(I, 4, x7)
