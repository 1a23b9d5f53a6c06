# Every second cell of every second row, the odd ones, four times as large.
x1 = rot180(I)
x2 = downscale(x1, 2)
x3 = rot180(x2)
O = upscale(x3, 4)
