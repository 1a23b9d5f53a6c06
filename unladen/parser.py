"""The words that the command line understands."""

import argparse

from unladen import __version__, looking
from unladen.flags import EXIT_CODES, Verbs, measuring, place, selection, share, verb


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
    looking.history(verbs)
    looking.accept(verbs)
    looking.publish(verbs)
    _find(verbs)
    _ablate(verbs)
    _run(verbs)
    looking.show(verbs)
    _init(verbs)
    _doctor(verbs)
    return top


def _judging(words: argparse.ArgumentParser) -> None:
    words.add_argument(
        "--allow", type=share, metavar="P", help="largest slowdown tolerated, as 1%% (default)"
    )
    words.add_argument("--all", action="store_true", help="show benchmarks that are the same, too")
    words.add_argument("--markdown", metavar="FILE", help="write a pull request comment")
    words.add_argument("--junit", metavar="FILE", help="write JUnit XML")
    words.add_argument("--json-file", metavar="FILE", help="write the decision as JSON")
    words.add_argument("--github", action="store_true", help="print annotations for GitHub")


def _gate(verbs: "Verbs[argparse.ArgumentParser]") -> None:
    words = verb(
        verbs,
        "gate",
        "build base and head, check answers, and sample until it is decided",
        "  unladen gate main HEAD\n"
        "  unladen gate main HEAD -b time_solve --allow 2% --budget 60\n"
        "  unladen gate origin/main HEAD --markdown comment.md --junit unladen.xml --github",
    )
    words.add_argument("base", help="the commit to compare with")
    words.add_argument("head", nargs="?", default="HEAD", help="the commit to judge (HEAD)")
    measuring(words)
    _judging(words)
    words.add_argument(
        "--measure-identical",
        action="store_true",
        help="measure even if both are built to the same code: an A/A run",
    )
    words.add_argument(
        "--no-why", action="store_true", help="do not look for the reasons of what is slower"
    )
    words.add_argument(
        "--witness",
        choices=("auto", "always", "never"),
        default="auto",
        help="count instructions by valgrind, where it is: of what is slower or undecided (auto)",
    )


def _compare(verbs: "Verbs[argparse.ArgumentParser]") -> None:
    words = verb(
        verbs,
        "compare",
        "compare two commits by their records; nothing is measured",
        "  unladen compare v1.0 HEAD --all",
    )
    words.add_argument("base")
    words.add_argument("head", nargs="?", default="HEAD")
    place(words)
    selection(words)
    _judging(words)


def _explain(verbs: "Verbs[argparse.ArgumentParser]") -> None:
    words = verb(
        verbs,
        "explain",
        "which functions, categories and lines made the difference, and what did not run",
        "  unladen explain main HEAD\n  unladen explain main HEAD -b time_solve --precision 1%",
    )
    words.add_argument("base")
    words.add_argument("head", nargs="?", default="HEAD")
    measuring(words)
    words.add_argument(
        "--precision",
        type=share,
        default=0.02,
        metavar="P",
        help="of shares by sampling, in points (2%%): it decides the seconds",
    )
    words.add_argument("--no-exact", action="store_true", help="do not count instructions")
    words.add_argument("--all", action="store_true", help="show every function")


def _claims(verbs: "Verbs[argparse.ArgumentParser]") -> None:
    words = verb(
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
    words.add_argument("range", nargs="?", default="HEAD", help="A..B, or one commit (HEAD)")
    words.add_argument("--message", metavar="FILE", help="only read the claims of a message")
    measuring(words)


def _find(verbs: "Verbs[argparse.ArgumentParser]") -> None:
    words = verb(
        verbs,
        "find",
        "find the commit that made a step, by bisection under noise",
        "  unladen find v1.0 HEAD -b '^suite.time_solve$'",
    )
    words.add_argument("good")
    words.add_argument("bad", nargs="?", default="HEAD")
    measuring(words)


def _ablate(verbs: "Verbs[argparse.ArgumentParser]") -> None:
    words = verb(
        verbs,
        "ablate",
        "each commit of a range alone on its start, and its end without it",
        "  unladen ablate main..HEAD -b time_solve",
    )
    words.add_argument("range", help="A..B")
    measuring(words)


def _run(verbs: "Verbs[argparse.ArgumentParser]") -> None:
    words = verb(
        verbs,
        "run",
        "measure the commits of a range, each beside the one before it",
        "  unladen run HEAD\n  unladen run v1.0..HEAD -b solve",
    )
    words.add_argument("range", help="A..B (first parents), or one commit")
    measuring(words)


def _init(verbs: "Verbs[argparse.ArgumentParser]") -> None:
    words = verb(
        verbs,
        "init",
        "look at the asv project here, and add a table for unladen",
        "  unladen init\n  unladen init --dry-run",
    )
    words.add_argument("--dry-run", action="store_true", help="write nothing")


def _doctor(verbs: "Verbs[argparse.ArgumentParser]") -> None:
    words = verb(
        verbs,
        "doctor",
        "what this machine offers for measuring, and how small a change it can show",
        "  unladen doctor\n  unladen doctor --measure -b time_solve",
    )
    words.add_argument(
        "--measure",
        action="store_true",
        help="A/A runs of HEAD: false alarms and the power curve of each benchmark",
    )
    measuring(words)
