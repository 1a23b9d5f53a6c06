# Between the lines of the net the square meshes become green and all else black yellow.
x1 = objects(I, true, false, false)
x2 = colorfilter(x1, 0)
x3 = mfilter(x2, square)
x4 = fill(I, 3, x3)
O = replace(x4, 0, 4)
