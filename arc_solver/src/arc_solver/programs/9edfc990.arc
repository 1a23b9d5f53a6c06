# Black areas that touch blue become blue.
x1 = matcher(color, 0)
x2 = ofcolor(I, 1)
x3 = rbind(adjacent, x2)
x4 = fork(both, x1, x3)
x5 = objects(I, true, false, false)
x6 = mfilter(x5, x4)
O = fill(I, 1, x6)
