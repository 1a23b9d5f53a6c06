"""The words of the verbs that only look."""

import argparse
from datetime import date, timedelta

from unladen.flags import Verbs, day, place, selection, share, verb

ACCEPTED_DAYS = 90


def history(verbs: "Verbs[argparse.ArgumentParser]") -> None:
    words = verb(
        verbs,
        "history",
        "the steps of each benchmark over commits, and who made them",
        "  unladen history\n  unladen history -b time_solve --all\n  unladen history --confirm",
    )
    words.add_argument("--all", action="store_true", help="also benchmarks without a step")
    words.add_argument("--all-machines", action="store_true", help="not only this machine")
    words.add_argument(
        "--confirm",
        action="store_true",
        help="first measure the newest steps again, both commits side by side",
    )
    place(words)
    selection(words)


def accept(verbs: "Verbs[argparse.ArgumentParser]") -> None:
    words = verb(
        verbs,
        "accept",
        "answer for a regression: it is expected, until a day",
        "  unladen accept HEAD -b time_solve --upto 5% --reason 'answers are checked now'\n"
        "  unladen accept HEAD -b time_ --upto 20% --reason why --expires 2027-03-01\n"
        "  unladen accept                    what is accepted",
    )
    words.add_argument("commit", nargs="?", help="the commit that made it slower")
    selection(words)
    words.add_argument("--upto", type=share, metavar="P", help="the largest change, as 5%%")
    words.add_argument("--reason", metavar="TEXT", help="why this is worth it")
    words.add_argument("--author", metavar="NAME", help="who answers for it (as git knows you)")
    words.add_argument(
        "--expires",
        type=day,
        default=date.today() + timedelta(days=ACCEPTED_DAYS),
        metavar="DAY",
        help="the last day that it counts, as 2027-03-01 (in 90 days)",
    )


def publish(verbs: "Verbs[argparse.ArgumentParser]") -> None:
    words = verb(
        verbs,
        "publish",
        "make the regression site of all results here, unladen's and asv's",
        "  unladen publish\n  unladen publish --serve\n  unladen publish -o public --quiet",
    )
    words.add_argument("-o", "--output", metavar="DIR", help="where to (site/unladen)")
    words.add_argument(
        "--serve",
        nargs="?",
        const="127.0.0.1:8080",
        metavar="[HOST:]PORT",
        help="then show it at http://127.0.0.1:8080/ until Ctrl-C",
    )
    words.add_argument("--fresh", action="store_true", help="read every result file again")


def show(verbs: "Verbs[argparse.ArgumentParser]") -> None:
    words = verb(
        verbs,
        "show",
        "show what is recorded",
        "  unladen show\n  unladen show HEAD\n  unladen show --benchmarks\n"
        "  unladen show --failures",
    )
    words.add_argument("commit", nargs="?", help="one commit's record")
    place(words)
    words.add_argument("--benchmarks", action="store_true", help="all that have been measured")
    words.add_argument("--failures", action="store_true", help="what did not run, and why")
