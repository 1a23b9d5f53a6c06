# The nested rings exchange their colours, the innermost with the outermost.
x1 = objects_t(I, true, false, false)
x2 = order(x1, size)
x3 = apply(color, x2)
x4 = mpapply(recolor, x3, x1)
O = paint(I, x4)
