# The inside of every rectangle becomes 8.
x1 = o_g(I, 5)
x2 = compose(backdrop, inbox)
x3 = mapply(x2, x1)
O = fill(I, 8, x3)
