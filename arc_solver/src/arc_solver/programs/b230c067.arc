# The shape unlike the others becomes red, the others blue.
x1 = objects_t(I, true, true, true)
x2 = apply(normalize, x1)
x3 = leastcommon(x2)
x4 = matcher(normalize, x3)
x5 = extract(x1, x4)
x6 = replace(I, 8, 1)
O = fill(x6, 2, x5)
