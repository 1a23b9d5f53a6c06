# The grid turned by a half.
O = rot180(I)
