# The one of the four blocks that differs from the others.
x1 = rbind(vsplit, 2)
x2 = hsplit(I, 2)
x3 = mapply_t(x1, x2)
x4 = mostcommon(x3)
x5 = repeat(x4, 1)
x6 = difference_tuple(x3, x5)
O = first(x6)
