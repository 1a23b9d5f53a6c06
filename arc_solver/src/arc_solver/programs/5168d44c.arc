# The red frame moves on by one dot along the green dotted line.
x1 = ofcolor(I, 3)
x2 = portrait(x1)
x3 = branch(x2, (2, 0), (0, 2))
x4 = ofcolor(I, 2)
x5 = recolor(2, x4)
O = move(I, x5, x3)
