# Every coloured cell of the grid becomes a copy of the whole grid, every black cell an empty one.
x1 = upscale(I, 3)
x2 = hconcat(I, I)
x3 = hconcat(x2, I)
x4 = vconcat(x3, x3)
x5 = vconcat(x4, x3)
O = cellwise(x1, x5, 0)
