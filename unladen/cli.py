"""words of the command line -> what is printed, and an exit code: the only print and exit."""

import argparse
import contextlib
import io
import os
import shlex
import signal
import sys
from collections.abc import Sequence
from importlib import import_module
from types import FrameType
from typing import Any, NoReturn, Protocol, Self

from unladen import __version__
from unladen.errors import Exit, Stopped, ToolError, UnladenError
from unladen.tools import git_variables
from unladen.tools.redaction import redacted
from unladen.tools.terminal import drop_output, fitted, has_colours, open_closed_streams, width_of
from unladen.verbs import VERBS
from unladen.verbs.result import ForRunner, Result, Verbatim
from unladen.verbs.words import EXIT_CODES, common

EXAMPLES = f"""\
examples:
  unladen init --dry-run            what settings and a workflow for this project would be
  unladen gate main HEAD            did this branch make anything slower?
  unladen gate main HEAD -b solve --allow 2%
  unladen watch -b solve            on every save: did this edit help?
  unladen explain main HEAD         which function did it, and how sure is that
  unladen run v1.0..HEAD            measure every commit of a range
  unladen compare v1.0 HEAD         from records, nothing is measured
  unladen history                   what changed over many commits, and who did it
  unladen publish --serve           the same as a site, in a browser
  unladen doctor                    what this machine is good for

{EXIT_CODES}"""


def main(words: Sequence[str] | None = None) -> int:
    git_variables.remove_from(os.environ)
    given = sys.argv[1:] if words is None else list(words)
    try:
        arguments = parser(given).parse_args(given)
        arguments.given = given
        arguments.log = None
        if getattr(arguments, "github", False) and not arguments.json:
            arguments.log = RunnerLog()
        with arguments.log or contextlib.nullcontext():
            return _main(arguments)
    except BrokenPipeError:
        return int(Exit.UNREAD)
    except OSError as error:  # of a help page, which is printed while words are parsed
        _complain(f"unladen: {ToolError(*_unwritten(error))}")
        return int(Exit.TOOL)


def _main(arguments: argparse.Namespace) -> int:
    try:
        return int(_run(arguments))
    except UnladenError as error:
        _complain(f"unladen: {error}")
        return int(error.exit)
    except KeyboardInterrupt as error:
        _complain("unladen: stopped; what was measured is kept, the same command goes on")
        return int(error.exit if isinstance(error, Stopped) else Exit.INTERRUPTED)
    except BrokenPipeError:
        return int(Exit.UNREAD)
    except OSError as error:
        where = error.filename if isinstance(error.filename, str) else "."
        _complain(f"unladen: {error}\n  next: ls -ld {shlex.quote(where)}; df -h .")
        return int(Exit.TOOL)
    except Exception:  # noqa: BLE001 - what is left is our bug; exit 1 would mean "slower"
        import traceback  # it takes long to import on Python 3.14

        _complain(f"{traceback.format_exc()}unladen: this is a bug of unladen; please report it")
        return int(Exit.BUG)


def _unwritten(error: OSError) -> tuple[str, str]:
    return f"standard output cannot be written: {error.strerror}", "df -h shows where room is left"


def _complain(text: str) -> None:
    """Where nothing can be written, the exit code is all that is left to say."""
    with contextlib.suppress(OSError):
        print(fitted(redacted(text), width_of(sys.stderr)), file=sys.stderr, flush=True)


def entry() -> int:
    """As a program: whatever is left of what it started ends with it."""
    from unladen.tools import processes

    open_closed_streams()
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is signal.SIG_DFL:  # what nohup made deaf stays so
            signal.signal(number, _stop)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a name that it cannot write is no bug
            stream.reconfigure(errors="replace")
    try:
        code = main()
    except SystemExit as ended:  # argparse printed a help page, or a mistake in the words
        code = ended.code if isinstance(ended.code, int) else int(Exit.PASS)
    finally:
        processes.end_adopted()
    return _written(code)


def _written(code: int) -> int:
    """The exit code, after what is left in the buffers was written. What the interpreter itself
    cannot write at its end it reports by exit code 120."""
    for number, stream in enumerate((sys.stdout, sys.stderr), 1):
        try:
            stream.flush()
        except OSError as error:
            drop_output(number)
            if number != 1 or code not in (Exit.PASS, Exit.SLOWER, Exit.UNDECIDED):
                continue
            if isinstance(error, BrokenPipeError):  # nobody reads on, and nobody need be told
                code = Exit.UNREAD
            else:
                _complain(f"unladen: {ToolError(*_unwritten(error))}")
                code = Exit.TOOL
    return int(code)


def _stop(number: int, _: FrameType | None) -> NoReturn:
    raise Stopped(number)


def parser(given: Sequence[str]) -> argparse.ArgumentParser:
    """All verbs are listed; of the one that is asked for the module is loaded, with its flags."""
    top = argparse.ArgumentParser(
        prog="unladen",
        description="Is this commit slower, how sure is that, and are its answers still right?",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"unladen {__version__}")
    verbs = top.add_subparsers(dest="verb", required=True, metavar="VERB")
    asked = next((word for word in given if word in VERBS), None)
    for name, what in VERBS.items():
        verb = verbs.add_parser(
            name, help=what, formatter_class=argparse.RawDescriptionHelpFormatter
        )
        if name == asked:
            module = _module(name)
            common(verb, what, module.EXAMPLES)
            module.words(verb)
    return top


class Verb(Protocol):
    """What a module of `verbs` has."""

    EXAMPLES: str

    def words(self, verb: argparse.ArgumentParser) -> None: ...

    def run(self, arguments: argparse.Namespace) -> Result: ...


def _module(verb: str) -> Verb:
    module: Verb = import_module(f"unladen.verbs.{verb}")
    return module


class RunnerLog:
    """A log that GitHub's runner reads: it takes lines that begin with `::` for commands. What a
    build or a forge says is printed there, too, so commands are stopped but for those of ours.

    All of it is one stream: the runner reads two, and in no order.
    """

    def __init__(self) -> None:
        self._word = os.urandom(16).hex()
        self._one_stream = contextlib.redirect_stderr(sys.stdout)

    def __enter__(self) -> Self:
        self._one_stream.__enter__()
        self._stop()
        return self

    def __exit__(self, *ended: Any) -> None:
        with contextlib.suppress(OSError, ValueError):  # nobody reads it any more
            self._go_on()
        self._one_stream.__exit__(*ended)

    def _stop(self) -> None:
        print(f"::stop-commands::{self._word}", flush=True)

    def _go_on(self) -> None:
        print(f"\n::{self._word}::", flush=True)

    def command(self, line: str) -> None:
        self._go_on()
        print(line)
        self._stop()


def _run(arguments: argparse.Namespace) -> Exit:
    result = _module(arguments.verb).run(arguments)
    width = None if arguments.json else width_of(sys.stdout)
    paint = result.paint if has_colours(sys.stdout) and not arguments.json else str

    def say(line: str) -> None:
        if arguments.log is not None and isinstance(line, ForRunner):
            arguments.log.command(redacted(line))
            return
        safe = redacted(line)
        try:
            print(paint(safe if isinstance(line, Verbatim) else fitted(safe, width)), flush=True)
        except BrokenPipeError:
            raise
        except OSError as error:
            raise ToolError(*_unwritten(error)) from error

    code = result.tell(say)
    for warning in result.warnings:  # JSON stays JSON
        stream = sys.stderr if arguments.json else sys.stdout
        print(fitted(redacted(warning), width_of(stream)), file=stream)
    return code
