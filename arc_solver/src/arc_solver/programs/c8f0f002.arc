# Orange becomes grey.
O = replace(I, 7, 5)
