# The shape of 2 moves straight until it touches the block of 8.
x1 = o_g(I, 7)
x2 = colorfilter(x1, 2)
x3 = first(x2)
x4 = ofcolor(I, 8)
x5 = gravitate(x3, x4)
O = move(I, x3, x5)
