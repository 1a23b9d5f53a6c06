# The upper rows are mirrored to the bottom.
x1 = hmirror(I)
x2 = asobject(x1)
O = underpaint(I, x2)
