# Every ring takes the colour of the ring inside of it, and the three colours go round.
x1 = index(I, (0, 0))
x2 = index(I, (1, 1))
x3 = index(I, (2, 2))
x4 = switch(I, x1, x2)
O = switch(x4, x2, x3)
