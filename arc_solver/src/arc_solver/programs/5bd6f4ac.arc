# The upper right corner of three by three cells.
O = crop(I, (0, 6), (3, 3))
