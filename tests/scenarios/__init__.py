"""Sixty ways in which a project fooled itself, each built for real, and read as its user would.

`tox -e scenarios` runs all; `python -m tests.scenarios.mutate` shows each of them fail."""
