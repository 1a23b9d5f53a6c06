# The grid above its upside down image.
x1 = hmirror(I)
O = vconcat(I, x1)
