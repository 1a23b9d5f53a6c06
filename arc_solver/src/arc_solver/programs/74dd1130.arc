# Rows and columns are exchanged.
O = dmirror(I)
