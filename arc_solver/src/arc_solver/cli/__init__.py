"""words of the command line -> what is printed, and an exit code."""

import argparse
import os
import signal
import sys
import traceback
from collections.abc import Sequence

from arc_solver.cli.parser import parser
from arc_solver.errors import SolverError
from arc_solver.guard import GuardError

BUG = 70
TOOL_FAILED = 4
INTERRUPTED = 130


def main(words: Sequence[str] | None = None) -> int:
    arguments = parser().parse_args(words)
    try:
        return run(arguments)
    except SolverError as error:
        print(f"arc-solver: {error.what}\n  next: {error.fix}", file=sys.stderr)
        return error.exit
    except GuardError as error:
        print(f"arc-solver: {error}\n  next: --in-process works without children", file=sys.stderr)
        return TOOL_FAILED
    except KeyboardInterrupt:
        print("arc-solver: stopped", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 128 + signal.SIGPIPE
    except OSError as error:
        print(f"arc-solver: {error}", file=sys.stderr)
        return TOOL_FAILED
    except Exception:  # noqa: BLE001 - whatever is left is our bug, and says so
        traceback.print_exc()
        print("arc-solver: this is a bug of arc-solver; please report it", file=sys.stderr)
        return BUG


def run(arguments: argparse.Namespace) -> int:
    """Each verb is loaded when it is called for: `--help` should not wait for the solver."""
    if arguments.verb == "list":
        from arc_solver.cli.browse import list_

        return list_(arguments)
    if arguments.verb == "show":
        from arc_solver.cli.browse import show

        return show(arguments)
    if arguments.verb == "solve":
        from arc_solver.cli.solving import solve_

        return solve_(arguments)
    if arguments.verb == "search":
        from arc_solver.cli.searching import search_

        return search_(arguments)
    if arguments.verb == "learn":
        from arc_solver.cli.learning import learn_

        return learn_(arguments)
    if arguments.verb == "generate":
        from arc_solver.cli.generating import generate_

        return generate_(arguments)
    if arguments.verb == "break-even":
        from arc_solver.cli.measuring import break_even_

        return break_even_(arguments)
    from arc_solver.cli.evaluating import evaluate_

    return evaluate_(arguments)
