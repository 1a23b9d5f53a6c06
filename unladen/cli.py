"""words of the command line -> what is printed, and an exit code: the only print and exit."""

import argparse
import sys
import traceback
from collections.abc import Sequence
from importlib import import_module

from unladen.errors import Exit, UnladenError
from unladen.parser import parser

VIEWS = frozenset({"accept", "history", "publish", "show"})


def main(words: Sequence[str] | None = None) -> int:
    arguments = parser().parse_args(words)
    try:
        return int(_run(arguments))
    except UnladenError as error:
        print(f"unladen: {error}", file=sys.stderr)
        return int(error.exit)
    except KeyboardInterrupt:
        print(
            "unladen: stopped; what was measured is kept, the same command goes on",
            file=sys.stderr,
        )
        return int(Exit.INTERRUPTED)
    except BrokenPipeError:
        sys.stderr.close()
        return int(Exit.TOOL)
    except OSError as error:
        print(f"unladen: {error}", file=sys.stderr)
        return int(Exit.TOOL)
    except Exception:  # noqa: BLE001 - what is left is our bug; exit 1 would mean "slower"
        traceback.print_exc()
        print("unladen: this is a bug of unladen; please report it", file=sys.stderr)
        return int(Exit.BUG)


def _run(arguments: argparse.Namespace) -> int:
    """A verb is loaded when it is called for, so that --help need not wait for asv."""
    module = "views" if arguments.verb in VIEWS else "verbs"
    verb = getattr(import_module(f"unladen.{module}"), arguments.verb)
    for line in verb(arguments):
        print(line, flush=True)
    return int(arguments.exit_code)
