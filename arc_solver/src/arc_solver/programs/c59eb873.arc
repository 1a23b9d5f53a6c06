# Every cell twice as high and wide.
O = upscale(I, 2)
