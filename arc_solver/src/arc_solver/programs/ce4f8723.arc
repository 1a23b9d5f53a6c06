# The cells that are coloured above or below the yellow line are shown in green.
x1 = tophalf(I)
x2 = bottomhalf(I)
x3 = replace(x1, 1, 3)
x4 = ofcolor(x2, 2)
O = fill(x3, 3, x4)
