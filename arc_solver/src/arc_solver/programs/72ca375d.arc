# The object that is its own mirror image is cut out.
x1 = objects(I, true, true, true)
x2 = rbind(subgrid, I)
x3 = apply_t(x2, x1)
x4 = fork(equality, identity, vmirror)
O = extract(x3, x4)
