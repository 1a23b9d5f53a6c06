# The grid upside down.
O = hmirror(I)
