# The square holes of the grey objects are filled with red.
x1 = objects(I, true, false, true)
x2 = apply(delta, x1)
x3 = mfilter(x2, square)
O = fill(I, 2, x3)
