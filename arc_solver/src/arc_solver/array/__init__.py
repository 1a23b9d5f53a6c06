"""Many grids as one array -> many grids: the DSL's whole-grid operations on NumPy, CuPy and others.

Importing this package, or any module of it, loads no array library: that is done by whoever asks
`arc_solver.array.backend` for a back end.
"""
