# The grid is scaled by the number of its colours other than black.
x1 = numcolors(I)
x2 = decrement(x1)
x3 = hupscale(I, x2)
O = vupscale(x3, x2)
