# Free places below a grey cell of the first row and left of a grey cell of the last column become red.
x1 = ofcolor(I, 5)
x2 = matcher(first, 0)
x3 = sfilter(x1, x2)
x4 = difference(x1, x3)
x5 = apply(first, x4)
x6 = apply(last, x3)
x7 = product(x5, x6)
O = underfill(I, 2, x7)
