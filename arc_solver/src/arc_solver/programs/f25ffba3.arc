# The upper half becomes the mirror image of the lower one.
x1 = bottomhalf(I)
x2 = hmirror(x1)
O = vconcat(x2, x1)
