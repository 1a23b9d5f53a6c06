"""A plain asv suite over arc_solver: fixed, hashed inputs, made in `setup`.

Classes that define `answers(self, *params)` say which item answered what: a mapping from item id to
a digest, equal for every commit that computes the same.
"""
