# The cells that are blue in both halves beside the grey line are shown in red.
x1 = lefthalf(I)
x2 = righthalf(I)
x3 = cellwise(x1, x2, 0)
O = replace(x3, 1, 2)
