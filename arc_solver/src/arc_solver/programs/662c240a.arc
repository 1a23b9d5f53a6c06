# Of the three squares the one that is not symmetric about its diagonal.
x1 = vsplit(I, 3)
x2 = fork(equality, identity, dmirror)
x3 = compose(flip, x2)
O = extract(x1, x3)
