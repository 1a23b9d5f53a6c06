# The neighbourhoods of all grey cells are laid over one another around one grey cell.
x1 = ofcolor(I, 5)
x2 = rbind(toobject, I)
x3 = compose(x2, neighbors)
x4 = lbind(subtract, (1, 1))
x5 = fork(shift, x3, x4)
x6 = mapply(x5, x1)
x7 = canvas(5, (3, 3))
O = paint(x7, x6)
