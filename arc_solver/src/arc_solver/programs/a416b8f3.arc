# The grid twice side by side.
O = hconcat(I, I)
