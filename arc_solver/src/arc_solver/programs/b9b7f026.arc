# The colour of the one shape that has a hole.
x1 = objects(I, true, false, true)
x2 = compose(size, delta)
x3 = argmax(x1, x2)
x4 = color(x3)
O = canvas(x4, (1, 1))
