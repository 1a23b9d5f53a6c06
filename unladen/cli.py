"""words of the command line -> what is printed, and an exit code: the only print and exit."""

import argparse
import sys
from collections.abc import Sequence

from unladen.errors import Exit, UnladenError
from unladen.parser import parser


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


def _run(arguments: argparse.Namespace) -> int:
    """A verb is loaded when it is called for, so that --help need not wait for asv."""
    from unladen import verbs

    verb = {
        "gate": verbs.gate,
        "compare": verbs.compare,
        "run": verbs.run,
        "show": verbs.show,
        "init": verbs.init,
        "doctor": verbs.doctor,
    }[arguments.verb]
    for line in verb(arguments):
        print(line)
    return int(arguments.exit_code)
