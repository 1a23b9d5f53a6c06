# Every frame gets a green outline and a yellow inside.
x1 = objects(I, true, false, true)
x2 = mapply(outbox, x1)
x3 = fill(I, 3, x2)
x4 = mapply(delta, x1)
O = fill(x3, 4, x4)
