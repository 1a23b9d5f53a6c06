# The piece of the symmetric pattern that the black square hides.
x1 = ofcolor(I, 0)
x2 = vmirror(I)
O = subgrid(x1, x2)
