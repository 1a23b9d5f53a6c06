# The three fields laid over one another, the left one on top.
x1 = hsplit(I, 3)
x2 = get_nth_t(x1, 0)
x3 = get_nth_t(x1, 1)
x4 = get_nth_t(x1, 2)
x5 = ofcolor(x3, 9)
x6 = ofcolor(x2, 4)
x7 = fill(x4, 9, x5)
O = fill(x7, 4, x6)
