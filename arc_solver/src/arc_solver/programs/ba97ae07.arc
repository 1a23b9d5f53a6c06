# The bar below comes to lie on top.
x1 = fgpartition(I)
x2 = compose(size, delta)
x3 = argmax(x1, x2)
x4 = color(x3)
x5 = backdrop(x3)
O = fill(I, x4, x5)
