# The notches of the light blue figure are filled with red up to its bounding box.
x1 = ofcolor(I, 8)
x2 = delta(x1)
O = fill(I, 2, x2)
