# Every solid rectangle is hollowed out so that only its outline is left.
x1 = objects(I, true, false, true)
x2 = fork(difference, toindices, box)
x3 = mapply(x2, x1)
O = fill(I, 0, x3)
