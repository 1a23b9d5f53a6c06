# In the middle row of each bar, every other cell becomes black.
x1 = objects(I, true, false, true)
x2 = compose(increment, ulcorner)
x3 = rbind(shoot, (0, 2))
x4 = compose(x3, x2)
x5 = fork(intersection, inbox, x4)
x6 = mapply(x5, x1)
O = fill(I, 0, x6)
