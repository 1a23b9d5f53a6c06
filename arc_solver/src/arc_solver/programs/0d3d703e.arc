# The colours are exchanged in fixed pairs: 1 and 5, 2 and 6, 3 and 4, 8 and 9.
x1 = switch(I, 1, 5)
x2 = switch(x1, 2, 6)
x3 = switch(x2, 3, 4)
O = switch(x3, 8, 9)
