# The shape that occurs most often.
x1 = rbind(subgrid, I)
x2 = objects_t(I, true, true, true)
x3 = apply(x1, x2)
O = mostcommon(x3)
