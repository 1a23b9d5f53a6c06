# The grid turned to the left by a quarter.
O = rot270(I)
