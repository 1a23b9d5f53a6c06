# Rows and columns exchanged.
O = dmirror(I)
