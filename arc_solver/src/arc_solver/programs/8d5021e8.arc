# The grid beside its mirror image, three times, every other one upside down.
x1 = vmirror(I)
x2 = hconcat(x1, I)
x3 = hmirror(x2)
x4 = vconcat(x3, x2)
O = vconcat(x4, x3)
