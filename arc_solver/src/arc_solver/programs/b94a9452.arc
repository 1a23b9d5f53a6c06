# The square is cut out, and its two colours are exchanged.
x1 = compress(I)
x2 = mostcolor(x1)
x3 = leastcolor(x1)
O = switch(x1, x2, x3)
