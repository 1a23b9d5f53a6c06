"""`python -m unladen`: the command line."""

import sys

if __name__ == "__main__":
    # `python -m` looks in the working folder first: a project's `argparse.py` would run in unladen.
    if not sys.flags.safe_path:
        del sys.path[0]
    from unladen.cli import entry

    sys.exit(entry())
