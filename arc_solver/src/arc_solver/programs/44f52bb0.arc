# A symmetric pattern gives blue, any other gives orange.
x1 = vmirror(I)
x2 = equality(I, x1)
x3 = branch(x2, 1, 7)
O = canvas(x3, (1, 1))
