# The cells that are black in both halves beside the blue line are shown in green.
x1 = lefthalf(I)
x2 = righthalf(I)
x3 = cellwise(x1, x2, 7)
x4 = replace(x3, 0, 3)
O = replace(x4, 7, 0)
