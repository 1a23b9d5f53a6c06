# The upper left corner of two by two cells.
O = crop(I, (0, 0), (2, 2))
