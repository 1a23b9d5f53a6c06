# The object, cut out and twice as large.
x1 = o_g(I, 7)
x2 = first(x1)
x3 = subgrid(x2, I)
O = upscale(x3, 2)
