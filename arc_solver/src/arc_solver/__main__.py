"""`python -m arc_solver`: the command line."""

import sys

from arc_solver.cli import main

if __name__ == "__main__":
    sys.exit(main())
