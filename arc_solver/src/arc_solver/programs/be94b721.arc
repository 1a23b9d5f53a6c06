# The largest object.
x1 = o_g(I, 5)
x2 = argmax(x1, size)
O = subgrid(x2, I)
