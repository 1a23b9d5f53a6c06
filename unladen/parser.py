"""The words that the command line understands."""

import argparse
from datetime import date, timedelta

from unladen import __version__

ACCEPTED_DAYS = 90

EXIT_CODES = """\
exit codes: 0 pass   1 slower, worse, failed or wrong answers   2 usage   3 undecided
            4 a tool failed   70 a bug in unladen   130 stopped by Ctrl-C
"""

_Verbs = argparse._SubParsersAction  # the type that add_subparsers returns has no public name


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(
        prog="unladen",
        description="Is this commit slower, how sure is that, and are its answers still right?",
        epilog=f"""\
examples:
  unladen init                      look at an asv project, and add a table to its pyproject
  unladen gate main HEAD            did this branch make anything slower?
  unladen gate main HEAD -b solve --allow 2%
  unladen explain main HEAD         which function did it, and how sure is that
  unladen run v1.0..HEAD            measure every commit of a range
  unladen compare v1.0 HEAD         from records, nothing is measured
  unladen history                   what changed over many commits, and who did it
  unladen publish --serve           the same as a site, in a browser
  unladen doctor                    what this machine is good for

{EXIT_CODES}""",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"unladen {__version__}")
    verbs = top.add_subparsers(dest="verb", required=True, metavar="VERB")
    _gate(verbs)
    _compare(verbs)
    _explain(verbs)
    _claims(verbs)
    _history(verbs)
    _accept(verbs)
    _publish(verbs)
    _find(verbs)
    _ablate(verbs)
    _run(verbs)
    _show(verbs)
    _init(verbs)
    _doctor(verbs)
    return top


def _verb(
    verbs: "_Verbs[argparse.ArgumentParser]", name: str, what: str, examples: str
) -> argparse.ArgumentParser:
    verb = verbs.add_parser(
        name,
        help=what,
        description=what[0].upper() + what[1:] + ".",
        epilog=f"examples:\n{examples}\n\n{EXIT_CODES}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    verb.set_defaults(exit_code=0)
    verb.add_argument("--json", action="store_true", help="print JSON instead of text")
    verb.add_argument("-q", "--quiet", action="store_true", help="no progress")
    verb.add_argument(
        "-E",
        "--environment",
        metavar="NAME",
        help="of asv's environments (default: the first); all; or virtualenv:3.12, uv:3.13",
    )
    verb.add_argument("--machine", metavar="NAME", help="the name this machine is known by")
    return verb


def _selection(verb: argparse.ArgumentParser) -> None:
    verb.add_argument(
        "-b",
        "--bench",
        action="append",
        default=[],
        metavar="REGEX",
        help="only benchmarks in whose name this is found; may be given again",
    )


def _measuring(verb: argparse.ArgumentParser) -> None:
    _selection(verb)
    verb.add_argument("--budget", type=_positive, metavar="S", help="seconds for timings at most")
    verb.add_argument("--seed", type=int, metavar="N", help="of the order of measuring")
    verb.add_argument("--pairs", type=int, metavar="N", help="of workers, at most")
    verb.add_argument(
        "--ignore-dirty", action="store_true", help="measure HEAD without uncommitted changes"
    )


def _judging(verb: argparse.ArgumentParser) -> None:
    verb.add_argument(
        "--allow", type=_share, metavar="P", help="largest slowdown tolerated, as 1%% (default)"
    )
    verb.add_argument("--all", action="store_true", help="show benchmarks that are the same, too")
    verb.add_argument("--markdown", metavar="FILE", help="write a pull request comment")
    verb.add_argument("--junit", metavar="FILE", help="write JUnit XML")
    verb.add_argument("--json-file", metavar="FILE", help="write the decision as JSON")
    verb.add_argument("--github", action="store_true", help="print annotations for GitHub")


def _gate(verbs: "_Verbs[argparse.ArgumentParser]") -> None:
    verb = _verb(
        verbs,
        "gate",
        "build base and head, check answers, and sample until it is decided",
        "  unladen gate main HEAD\n"
        "  unladen gate main HEAD -b time_solve --allow 2% --budget 60\n"
        "  unladen gate origin/main HEAD --markdown comment.md --junit unladen.xml --github",
    )
    verb.add_argument("base", help="the commit to compare with")
    verb.add_argument("head", nargs="?", default="HEAD", help="the commit to judge (HEAD)")
    _measuring(verb)
    _judging(verb)
    verb.add_argument(
        "--measure-identical",
        action="store_true",
        help="measure even if both are built to the same code: an A/A run",
    )
    verb.add_argument(
        "--no-why", action="store_true", help="do not look for the reasons of what is slower"
    )
    verb.add_argument(
        "--witness",
        choices=("auto", "always", "never"),
        default="auto",
        help="count instructions by valgrind, where it is: of what is slower or undecided (auto)",
    )


def _compare(verbs: "_Verbs[argparse.ArgumentParser]") -> None:
    verb = _verb(
        verbs,
        "compare",
        "compare two commits by their records; nothing is measured",
        "  unladen compare v1.0 HEAD --all",
    )
    verb.add_argument("base")
    verb.add_argument("head", nargs="?", default="HEAD")
    _selection(verb)
    _judging(verb)


def _explain(verbs: "_Verbs[argparse.ArgumentParser]") -> None:
    verb = _verb(
        verbs,
        "explain",
        "which functions, categories and lines made the difference, and what did not run",
        "  unladen explain main HEAD\n  unladen explain main HEAD -b time_solve --precision 1%",
    )
    verb.add_argument("base")
    verb.add_argument("head", nargs="?", default="HEAD")
    _measuring(verb)
    verb.add_argument(
        "--precision",
        type=_share,
        default=0.02,
        metavar="P",
        help="of shares by sampling, in points (2%%): it decides the seconds",
    )
    verb.add_argument("--no-exact", action="store_true", help="do not count instructions")
    verb.add_argument("--all", action="store_true", help="show every function")


def _claims(verbs: "_Verbs[argparse.ArgumentParser]") -> None:
    verb = _verb(
        verbs,
        "claims",
        "hold commits to what their Expect: trailers promise",
        "  unladen claims HEAD\n  unladen claims v1.0..HEAD\n"
        "  unladen claims --message .git/COMMIT_EDITMSG     as a commit-msg hook\n\n"
        "trailers:\n"
        "  Phase: 2a\n"
        "  Expect: suite.time_solve(100) -15%..-20%     also same, faster, slower, <= -5%\n"
        "  Expect: instructions suite.time_solve(100) <= -10%\n"
        "  Expect: calls package/module.py:function same\n"
        "  Expect: answers same",
    )
    verb.add_argument("range", nargs="?", default="HEAD", help="A..B, or one commit (HEAD)")
    verb.add_argument("--message", metavar="FILE", help="only read the claims of a message")
    _measuring(verb)


def _history(verbs: "_Verbs[argparse.ArgumentParser]") -> None:
    verb = _verb(
        verbs,
        "history",
        "the steps of each benchmark over commits, and who made them",
        "  unladen history\n  unladen history -b time_solve --all",
    )
    verb.add_argument("--all", action="store_true", help="also benchmarks without a step")
    verb.add_argument("--all-machines", action="store_true", help="not only this machine")
    _measuring(verb)


def _accept(verbs: "_Verbs[argparse.ArgumentParser]") -> None:
    verb = _verb(
        verbs,
        "accept",
        "answer for a regression: it is expected, until a day",
        "  unladen accept HEAD -b time_solve --upto 5% --reason 'answers are checked now'\n"
        "  unladen accept HEAD -b time_ --upto 20% --reason why --expires 2027-03-01\n"
        "  unladen accept                    what is accepted",
    )
    verb.add_argument("commit", nargs="?", help="the commit that made it slower")
    _selection(verb)
    verb.add_argument("--upto", type=_share, metavar="P", help="the largest change, as 5%%")
    verb.add_argument("--reason", metavar="TEXT", help="why this is worth it")
    verb.add_argument("--author", metavar="NAME", help="who answers for it (as git knows you)")
    verb.add_argument(
        "--expires",
        type=_day,
        default=date.today() + timedelta(days=ACCEPTED_DAYS),
        metavar="DAY",
        help="the last day that it counts, as 2027-03-01 (in 90 days)",
    )


def _publish(verbs: "_Verbs[argparse.ArgumentParser]") -> None:
    verb = _verb(
        verbs,
        "publish",
        "make the regression site of all results here, unladen's and asv's",
        "  unladen publish\n  unladen publish --serve\n  unladen publish -o public --quiet",
    )
    verb.add_argument("-o", "--output", metavar="DIR", help="where to (site/unladen)")
    verb.add_argument(
        "--serve",
        nargs="?",
        const="127.0.0.1:8080",
        metavar="[HOST:]PORT",
        help="then show it at http://127.0.0.1:8080/ until Ctrl-C",
    )
    verb.add_argument("--fresh", action="store_true", help="read every result file again")


def _find(verbs: "_Verbs[argparse.ArgumentParser]") -> None:
    verb = _verb(
        verbs,
        "find",
        "find the commit that made a step, by bisection under noise",
        "  unladen find v1.0 HEAD -b '^suite.time_solve$'",
    )
    verb.add_argument("good")
    verb.add_argument("bad", nargs="?", default="HEAD")
    _measuring(verb)


def _ablate(verbs: "_Verbs[argparse.ArgumentParser]") -> None:
    verb = _verb(
        verbs,
        "ablate",
        "each commit of a range alone on its start, and its end without it",
        "  unladen ablate main..HEAD -b time_solve",
    )
    verb.add_argument("range", help="A..B")
    _measuring(verb)


def _run(verbs: "_Verbs[argparse.ArgumentParser]") -> None:
    verb = _verb(
        verbs,
        "run",
        "measure the commits of a range, each beside the one before it",
        "  unladen run HEAD\n  unladen run v1.0..HEAD -b solve",
    )
    verb.add_argument("range", help="A..B (first parents), or one commit")
    _measuring(verb)


def _show(verbs: "_Verbs[argparse.ArgumentParser]") -> None:
    verb = _verb(
        verbs,
        "show",
        "show what is recorded",
        "  unladen show\n  unladen show HEAD\n  unladen show --benchmarks\n"
        "  unladen show --failures",
    )
    verb.add_argument("commit", nargs="?", help="one commit's record")
    verb.add_argument("--benchmarks", action="store_true", help="all that have been measured")
    verb.add_argument("--failures", action="store_true", help="what did not run, and why")


def _init(verbs: "_Verbs[argparse.ArgumentParser]") -> None:
    verb = _verb(
        verbs,
        "init",
        "look at the asv project here, and add a table for unladen",
        "  unladen init\n  unladen init --dry-run",
    )
    verb.add_argument("--dry-run", action="store_true", help="write nothing")


def _doctor(verbs: "_Verbs[argparse.ArgumentParser]") -> None:
    verb = _verb(
        verbs,
        "doctor",
        "what this machine offers for measuring, and how small a change it can show",
        "  unladen doctor\n  unladen doctor --measure -b time_solve",
    )
    verb.add_argument(
        "--measure",
        action="store_true",
        help="A/A runs of HEAD: false alarms and the power curve of each benchmark",
    )
    _measuring(verb)


def _positive(text: str) -> float:
    number = float(text)
    if not 0 < number < 1e7:
        raise argparse.ArgumentTypeError(f"{text} is not a number of seconds")
    return number


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text} is no day, like 2027-03-01") from None


def _share(text: str) -> float:
    number = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    if not 0 <= number < 10:
        raise argparse.ArgumentTypeError(f"{text} is not a share, like 1% or 0.01")
    return number
