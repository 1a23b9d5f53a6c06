# Rows whose two ends have the same colour are filled with it.
x1 = fgpartition(I)
x2 = lbind(prapply, connect)
x3 = fork(x2, toindices, toindices)
x4 = rbind(mfilter, hline)
x5 = compose(x4, x3)
x6 = fork(recolor, color, x5)
x7 = mapply(x6, x1)
O = paint(I, x7)
