# Grey and light blue are exchanged.
O = switch(I, 5, 8)
