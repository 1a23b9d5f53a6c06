# What the green square hides, found where the grid turned by a half shows it.
x1 = ofcolor(I, 3)
x2 = rot180(I)
O = subgrid(x1, x2)
