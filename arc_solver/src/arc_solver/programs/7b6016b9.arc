# Enclosed areas become red, all other background becomes green.
x1 = objects(I, true, false, false)
x2 = colorfilter(x1, 0)
x3 = rbind(bordering, I)
x4 = mfilter(x2, x3)
x5 = fill(I, 3, x4)
O = replace(x5, 0, 2)
