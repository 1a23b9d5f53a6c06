"""`python -m unladen`: the command line."""

import sys

from unladen.cli import entry

if __name__ == "__main__":
    sys.exit(entry())
