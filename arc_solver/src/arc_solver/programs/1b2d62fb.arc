# The cells that are black in both halves beside the blue line are shown in light blue.
x1 = lefthalf(I)
x2 = righthalf(I)
x3 = cellwise(x1, x2, 9)
x4 = replace(x3, 0, 8)
O = replace(x4, 9, 0)
