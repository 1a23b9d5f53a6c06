"""`python -m unladen`: the command line."""

import sys

from unladen.cli import main

if __name__ == "__main__":
    sys.exit(main())
