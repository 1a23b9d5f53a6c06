# The place where the two lines cross gets a yellow ring.
x1 = fgpartition(I)
x2 = first(x1)
x3 = backdrop(x2)
x4 = last(x1)
x5 = backdrop(x4)
x6 = intersection(x3, x5)
x7 = outbox(x6)
O = fill(I, 4, x7)
