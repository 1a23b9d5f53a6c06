"""The words that the command line understands."""

import argparse

from arc_solver import __version__
from arc_solver.cli.options import (
    EXIT_CODES,
    Verbs,
    count,
    data_options,
    json_option,
    limit_options,
    new_verb,
    positive,
)
from arc_solver.cli.parser_search import learn_words, library_option, search_words


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(
        prog="arc-solver",
        description="Solve ARC puzzles with programs of a typed DSL.",
        epilog=f"""\
examples:
  arc-solver list                            tasks, and which the library has programs for
  arc-solver show 67a3c6ac                   draw a task
  arc-solver solve 67a3c6ac                  answer it
  arc-solver solve my_task --data puzzles/   a puzzle of your own (ARC JSON files)
  arc-solver search --set evaluation         answer puzzles that nobody wrote a program for
  arc-solver generate --tasks 20 --seed 7 --out mine.jsonl
  arc-solver evaluate mine.jsonl --jobs 2 --spans

{EXIT_CODES}""",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"arc-solver {__version__}")
    verbs = top.add_subparsers(dest="verb", required=True, metavar="VERB")
    _list(verbs)
    _show(verbs)
    _solve(verbs)
    search_words(verbs)
    learn_words(verbs)
    _generate(verbs)
    _evaluate(verbs)
    _break_even(verbs)
    return top


def _list(verbs: "Verbs[argparse.ArgumentParser]") -> None:
    verb = new_verb(
        verbs,
        "list",
        "list tasks, or the primitives of the DSL",
        "  arc-solver list --solved\n"
        "  arc-solver list --data arcagi2 --split evaluation\n"
        "  arc-solver list --primitives",
    )
    data_options(verb)
    verb.add_argument("--solved", action="store_true", help="only tasks with a stored program")
    verb.add_argument("--primitives", action="store_true", help="the DSL: types, words, example")
    json_option(verb)


def _show(verbs: "Verbs[argparse.ArgumentParser]") -> None:
    verb = new_verb(
        verbs,
        "show",
        "draw a task in the terminal, or as a picture",
        "  arc-solver show 67a3c6ac\n  arc-solver show 67a3c6ac --svg task.svg",
    )
    verb.add_argument("task", help="the task's id")
    data_options(verb)
    verb.add_argument("--no-answers", action="store_true", help="leave the test outputs out")
    verb.add_argument("--svg", metavar="FILE", help="write a picture instead")
    verb.add_argument("--colour", choices=("auto", "always", "never"), default="auto")
    json_option(verb)


def _solve(verbs: "Verbs[argparse.ArgumentParser]") -> None:
    verb = new_verb(
        verbs,
        "solve",
        "answer a task: its stored program, else any that fits the train pairs, else by search",
        "  arc-solver solve 67a3c6ac\n"
        "  arc-solver solve 67a3c6ac --program mine.arc\n"
        "  arc-solver solve my_task --data puzzles/ --candidates 500",
    )
    verb.add_argument("task", help="the task's id")
    data_options(verb)
    verb.add_argument("--program", metavar="FILE", help="use this program and no other")
    verb.add_argument(
        "--candidates",
        type=count,
        default=200,
        metavar="N",
        help="mutants to try when search finds nothing that fits, either (default 200; 0: none)",
    )
    verb.add_argument("--seed", type=int, default=0, help="of the mutants (default 0)")
    verb.add_argument(
        "--depth",
        type=int,
        choices=range(5),
        default=2,
        help="of the search when no stored program fits (default 2; 0: none)",
    )
    library_option(verb)
    verb.add_argument(
        "--guesses", type=positive, default=2, help="different answers at most (default 2)"
    )
    verb.add_argument("--colour", choices=("auto", "always", "never"), default="auto")
    limit_options(verb)
    json_option(verb)


def _generate(verbs: "Verbs[argparse.ArgumentParser]") -> None:
    verb = new_verb(
        verbs,
        "generate",
        "draw and mutate candidate programs, frozen in a workload file",
        "  arc-solver generate --tasks 20 --seed 7 --out mine.jsonl",
    )
    _draw(verb)
    data_options(verb)
    verb.add_argument("--out", metavar="FILE", required=True, help="the workload file to write")
    verb.add_argument("--force", action="store_true", help="replace the file if it is there")
    json_option(verb)


def _evaluate(verbs: "Verbs[argparse.ArgumentParser]") -> None:
    verb = new_verb(
        verbs,
        "evaluate",
        "run all candidates of a workload on their tasks, and keep what solves them",
        "  arc-solver evaluate benchmarks/workloads/small.jsonl\n"
        "  arc-solver evaluate mine.jsonl --jobs 2 --limit-seconds 20 --spans\n"
        "  arc-solver evaluate mine.jsonl --on tcp://scheduler:8786\n"
        "  arc-solver evaluate --tasks 20 --seed 7",
    )
    verb.add_argument(
        "workload", nargs="?", metavar="FILE", help="a workload file; without: one is drawn"
    )
    _draw(verb)
    data_options(verb, default=None)
    where = verb.add_mutually_exclusive_group()
    where.add_argument(
        "--jobs", type=positive, default=1, metavar="N", help="processes that work (default 1)"
    )
    where.add_argument(
        "--on",
        metavar="WHERE",
        help="by the workers of a Dask cluster: tcp://HOST:8786, or a scheduler's file",
    )
    verb.add_argument(
        "--mode",
        choices=("strict", "safe"),
        default="strict",
        help="strict: a failed operation ends its program; safe: it gives a default",
    )
    verb.add_argument(
        "--out",
        metavar="DIR",
        default="arc-solver-out",
        help="where runs and solvers are kept (default %(default)s)",
    )
    verb.add_argument(
        "--fresh", action="store_true", help="do not go on with an interrupted run of the same"
    )
    verb.add_argument("--spans", action="store_true", help="print where the time went")
    where.add_argument(
        "--in-process",
        action="store_true",
        help="work in this process, without limits: for profilers",
    )
    _arrays(verb)
    limit_options(verb)
    json_option(verb)


def _arrays(verb: argparse.ArgumentParser) -> None:
    arrays = verb.add_argument_group(
        "arrays", "whole-grid operations of many candidates and tasks at once (docs/array.md)"
    )
    arrays.add_argument(
        "--array",
        choices=("none", "numpy", "cupy", "auto"),
        default="none",
        help="auto: a GPU if there is one and the batch is large enough (default none)",
    )
    arrays.add_argument(
        "--break-even", metavar="FILE", help="what `break-even` measured (default: in the cache)"
    )


def _break_even(verbs: "Verbs[argparse.ArgumentParser]") -> None:
    verb = new_verb(
        verbs,
        "break-even",
        "measure from which batch size on arrays are faster than the scalar DSL, for --array auto",
        "  arc-solver break-even\n  arc-solver break-even --break-even here.json --json",
    )
    verb.add_argument("--break-even", metavar="FILE", help="where to keep it (default: the cache)")
    verb.add_argument(
        "--tasks", type=positive, default=400, metavar="N", help="in the largest batch (400)"
    )
    json_option(verb)


def _draw(verb: argparse.ArgumentParser) -> None:
    drawn = verb.add_argument_group("what is drawn")
    drawn.add_argument("--name", help="of the workload (default drawn)")
    drawn.add_argument("--seed", type=int, help="(default 0)")
    drawn.add_argument("--tasks", type=positive, metavar="N", help="(default 20)")
    drawn.add_argument("--per-task", type=positive, metavar="N", help="candidates (default 33)")
    drawn.add_argument(
        "--known-only", action="store_true", help="only tasks that have a stored program"
    )
    drawn.add_argument(
        "--library", metavar="DIR", help="learned programs to draw from, beside the stored ones"
    )
