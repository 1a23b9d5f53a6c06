"""what verbs have in common on the command line: flags, and the kinds of their values."""

import argparse
import re
from datetime import date
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from unladen.model import Stage

EXIT_CODES = """\
exit codes: 0 pass   1 slower, worse, failed or wrong answers   2 usage   3 undecided
            4 a tool failed   70 a bug in unladen   130 stopped by Ctrl-C
            (129, 143: by the signals HUP and TERM; 141: nobody read on)
"""


def common(verb: argparse.ArgumentParser, what: str, examples: str) -> None:
    """Of every verb."""
    verb.description = what[0].upper() + what[1:] + "."
    verb.epilog = f"examples:\n{examples}\n\n{EXIT_CODES}"
    verb.add_argument("--json", action="store_true", help="print JSON instead of text")
    verb.add_argument("-q", "--quiet", action="store_true", help="no progress")


def pair(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("base", help="the commit to compare with")
    verb.add_argument("head", nargs="?", default="HEAD", help="the commit to judge (HEAD)")


def exact_base(verb: argparse.ArgumentParser) -> None:
    verb.add_argument(
        "--exact-base",
        action="store_true",
        help="compare with the base itself (of a range A..B: with A), not with the merge base",
    )


def place(verb: argparse.ArgumentParser) -> None:
    """Of verbs that measure, or choose among what was measured; others take all that is there."""
    verb.add_argument(
        "-E",
        "--environment",
        metavar="NAME",
        help="environment of asv's matrix (default: the first); all; or virtualenv:3.12, uv:3.13",
    )
    verb.add_argument("--machine", metavar="NAME", help="name of this machine in records")


def selection(verb: argparse.ArgumentParser) -> None:
    verb.add_argument(
        "-b",
        "--bench",
        action="append",
        default=[],
        metavar="REGEX",
        help="only benchmarks whose name matches; may be given again",
    )


def measuring(verb: argparse.ArgumentParser) -> None:
    place(verb)
    selection(verb)
    verb.add_argument(
        "--budget",
        type=duration,
        metavar="S",
        help="time limit in seconds (or 30m, 8h), without building",
    )
    verb.add_argument("--seed", type=int, metavar="N", help="random seed for the measurement order")
    verb.add_argument(
        "--pairs",
        type=count,
        metavar="N",
        help="worker pairs per benchmark; for gate, the maximum",
    )
    verb.add_argument(
        "--fresh", action="store_true", help="ignore earlier measurements of these commits"
    )
    verb.add_argument(
        "--ignore-dirty", action="store_true", help="measure HEAD without uncommitted changes"
    )


def fleet(verb: argparse.ArgumentParser) -> None:
    verb.add_argument(
        "--on",
        metavar="WHERE",
        help="measure on the workers of a Dask cluster: tcp://HOST:8786, a scheduler's file,"
        " or local:N to start N here (docs/fleet.md)",
    )
    verb.add_argument(
        "--kind",
        action="append",
        default=[],
        metavar="NAME",
        help="with --on: only machines that have this resource; may be given again",
    )


UNITS = {"": 1.0, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86_400.0}


def duration(text: str) -> float:
    """In seconds, if it has no unit."""
    found = re.fullmatch(r"(\d{1,9}(?:\.\d{1,9})?|\.\d{1,9})([smhd]?)", text.strip())
    number = float(found[1]) * UNITS[found[2]] if found else 0.0
    if not 0 < number < 1e7:
        raise argparse.ArgumentTypeError(f"{text} is no time, like 90, 90s, 30m, 8h or 2d")
    return number


def count(text: str) -> int:
    try:
        number = int(text)
    except ValueError:
        number = 0
    if not 0 < number < 10_000:
        raise argparse.ArgumentTypeError(f"{text} is no number of pairs, like 10")
    return number


def share(text: str) -> float:
    try:
        number = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        number = -1.0
    if not 0 <= number < 10:
        raise argparse.ArgumentTypeError(f"{text} is no share, like 1% or 0.01")
    return number


def stages(text: str) -> "tuple[Stage, ...]":
    from unladen.model import Stage  # --help does without

    names = [stage.value for stage in Stage]
    asked = [name.strip() for name in text.split(",")]
    if not all(name in names for name in asked):
        raise argparse.ArgumentTypeError(f"{text} is not of {', '.join(names)}")
    return tuple(stage for stage in Stage if stage.value in asked)


def day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text} is no day, like 2027-03-01") from None
