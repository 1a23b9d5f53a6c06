"""The words of the verbs that search, and keep what was found."""

import argparse

from arc_solver.cli.options import (
    Verbs,
    json_option,
    megabytes,
    new_verb,
    positive,
    seconds,
)


def search_words(verbs: "Verbs[argparse.ArgumentParser]") -> None:
    verb = new_verb(
        verbs,
        "search",
        "search answers to all tasks of a set, without any stored program",
        "  arc-solver search --set training\n"
        "  arc-solver search --set evaluation --jobs 2 --depth 2 --limit-seconds 10\n"
        "  arc-solver search 67a3c6ac 007bbfb7 --json\n"
        "  arc-solver search --set puzzles/",
    )
    verb.add_argument("tasks", nargs="*", metavar="TASK", help="ids; without: the whole set")
    verb.add_argument(
        "--set",
        default="training",
        metavar="SET",
        help="training, evaluation (of ARC-AGI-1), arcagi2 (evaluation of ARC-AGI-2), or a folder "
        "or file of ARC JSON (default training)",
    )
    verb.add_argument(
        "--jobs", type=positive, default=1, metavar="N", help="processes that work (default 1)"
    )
    verb.add_argument(
        "--out",
        metavar="DIR",
        default="arc-solver-out",
        help="where the results are kept (default %(default)s)",
    )
    verb.add_argument(
        "--fresh", action="store_true", help="do not go on with an interrupted run of the same"
    )
    budget_options(verb, 20.0)
    json_option(verb)


def budget_options(verb: argparse.ArgumentParser, most: float) -> None:
    limits = verb.add_argument_group(
        "limits of one search", "where one is met, the best answers so far are given"
    )
    limits.add_argument(
        "--depth", type=int, choices=(1, 2, 3, 4), default=2, help="steps in a row (default 2)"
    )
    limits.add_argument(
        "--limit-seconds",
        type=seconds,
        default=most,
        metavar="S",
        help=f"CPU seconds ({most:g})",
    )
    limits.add_argument("--limit-mb", type=megabytes, default=512, metavar="MB", help="(512)")
    limits.add_argument(
        "--limit-states",
        type=positive,
        metavar="N",
        help="states made; with this and without a limit of time that is met, the same answers "
        "on every machine",
    )


def learn_words(verbs: "Verbs[argparse.ArgumentParser]") -> None:
    verb = new_verb(
        verbs,
        "learn",
        "keep programs that search found, for `solve` and `generate --library`",
        "  arc-solver learn arc-solver-out/search-0123456789abcdef.jsonl\n"
        "  arc-solver learn found.jsonl --library mine/",
    )
    verb.add_argument("results", metavar="FILE", help="a result file of `search`")
    library_option(verb)
    verb.add_argument(
        "--unproven",
        action="store_true",
        help="also what reproduces the train pairs where the test outputs are not known",
    )
    json_option(verb)


def library_option(verb: argparse.ArgumentParser) -> None:
    verb.add_argument(
        "--library",
        metavar="DIR",
        help="of learned programs (default: arc-solver/programs in your data folder)",
    )
