# The grid upside down above itself.
x1 = hmirror(I)
O = vconcat(x1, I)
