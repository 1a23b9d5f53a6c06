# Colour 6 becomes 2.
O = replace(I, 6, 2)
