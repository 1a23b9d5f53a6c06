# A green frame is drawn around every red pair.
x1 = objects(I, true, false, true)
x2 = sizefilter(x1, 2)
x3 = mapply(outbox, x2)
O = fill(I, 3, x3)
