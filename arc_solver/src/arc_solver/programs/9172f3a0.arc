# Every cell three times as high and wide.
O = upscale(I, 3)
