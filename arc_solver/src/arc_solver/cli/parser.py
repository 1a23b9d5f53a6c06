"""The words that the command line understands."""

import argparse

from arc_solver import __version__

EXIT_CODES = """\
exit codes:
  0    done; `solve`: an answer was found, and is right where that is known
  1    `solve`: no program fits the train pairs, or the answer is wrong
  2    wrong words, missing or damaged data, an array back end that is not here
  4    a child process or a file could not be used
  70   a bug in arc-solver
  130  stopped by Ctrl-C; what was finished is kept
"""


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
    _generate(verbs)
    _evaluate(verbs)
    _break_even(verbs)
    return top


_Verbs = argparse._SubParsersAction  # the type that add_subparsers returns has no public name


def _verb(
    verbs: "_Verbs[argparse.ArgumentParser]", name: str, what: str, examples: str
) -> argparse.ArgumentParser:
    return verbs.add_parser(
        name,
        help=what,
        description=what[0].upper() + what[1:] + ".",
        epilog=f"examples:\n{examples}\n\n{EXIT_CODES}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def _list(verbs: "_Verbs[argparse.ArgumentParser]") -> None:
    verb = _verb(
        verbs,
        "list",
        "list tasks, or the primitives of the DSL",
        "  arc-solver list --solved\n"
        "  arc-solver list --data arcagi2 --split evaluation\n"
        "  arc-solver list --primitives",
    )
    _data(verb)
    verb.add_argument("--solved", action="store_true", help="only tasks with a stored program")
    verb.add_argument("--primitives", action="store_true", help="the DSL: types, words, example")
    _json(verb)


def _show(verbs: "_Verbs[argparse.ArgumentParser]") -> None:
    verb = _verb(
        verbs,
        "show",
        "draw a task in the terminal, or as a picture",
        "  arc-solver show 67a3c6ac\n  arc-solver show 67a3c6ac --svg task.svg",
    )
    verb.add_argument("task", help="the task's id")
    _data(verb)
    verb.add_argument("--no-answers", action="store_true", help="leave the test outputs out")
    verb.add_argument("--svg", metavar="FILE", help="write a picture instead")
    verb.add_argument("--colour", choices=("auto", "always", "never"), default="auto")
    _json(verb)


def _solve(verbs: "_Verbs[argparse.ArgumentParser]") -> None:
    verb = _verb(
        verbs,
        "solve",
        "answer a task: its stored program, else any program that fits the train pairs",
        "  arc-solver solve 67a3c6ac\n"
        "  arc-solver solve 67a3c6ac --program mine.arc\n"
        "  arc-solver solve my_task --data puzzles/ --candidates 500",
    )
    verb.add_argument("task", help="the task's id")
    _data(verb)
    verb.add_argument("--program", metavar="FILE", help="use this program and no other")
    verb.add_argument(
        "--candidates",
        type=_count,
        default=200,
        metavar="N",
        help="mutants to try when no stored program fits (default 200; 0: none)",
    )
    verb.add_argument("--seed", type=int, default=0, help="of the mutants (default 0)")
    verb.add_argument(
        "--guesses", type=_positive, default=2, help="different answers at most (default 2)"
    )
    verb.add_argument("--colour", choices=("auto", "always", "never"), default="auto")
    _limits(verb)
    _json(verb)


def _generate(verbs: "_Verbs[argparse.ArgumentParser]") -> None:
    verb = _verb(
        verbs,
        "generate",
        "draw and mutate candidate programs, frozen in a workload file",
        "  arc-solver generate --tasks 20 --seed 7 --out mine.jsonl",
    )
    _draw(verb)
    _data(verb)
    verb.add_argument("--out", metavar="FILE", required=True, help="the workload file to write")
    verb.add_argument("--force", action="store_true", help="replace the file if it is there")
    _json(verb)


def _evaluate(verbs: "_Verbs[argparse.ArgumentParser]") -> None:
    verb = _verb(
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
    _data(verb, default=None)
    where = verb.add_mutually_exclusive_group()
    where.add_argument(
        "--jobs", type=_positive, default=1, metavar="N", help="processes that work (default 1)"
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
    _limits(verb)
    _json(verb)


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


def _break_even(verbs: "_Verbs[argparse.ArgumentParser]") -> None:
    verb = _verb(
        verbs,
        "break-even",
        "measure from which batch size on arrays are faster than the scalar DSL, for --array auto",
        "  arc-solver break-even\n  arc-solver break-even --break-even here.json --json",
    )
    verb.add_argument("--break-even", metavar="FILE", help="where to keep it (default: the cache)")
    verb.add_argument(
        "--tasks", type=_positive, default=400, metavar="N", help="in the largest batch (400)"
    )
    _json(verb)


def _draw(verb: argparse.ArgumentParser) -> None:
    drawn = verb.add_argument_group("what is drawn")
    drawn.add_argument("--name", help="of the workload (default drawn)")
    drawn.add_argument("--seed", type=int, help="(default 0)")
    drawn.add_argument("--tasks", type=_positive, metavar="N", help="(default 20)")
    drawn.add_argument("--per-task", type=_positive, metavar="N", help="candidates (default 33)")
    drawn.add_argument(
        "--known-only", action="store_true", help="only tasks that have a stored program"
    )


def _data(verb: argparse.ArgumentParser, default: str | None = "arcagi") -> None:
    verb.add_argument(
        "--data",
        default=default,
        metavar="SET",
        help="arcagi (ARC-AGI-1), arcagi2 (ARC-AGI-2), or a folder or file of ARC JSON "
        "(default arcagi; of a workload file: its own)",
    )
    verb.add_argument(
        "--split",
        choices=("training", "evaluation"),
        default="training" if default else None,
        help="of a named set",
    )


def _limits(verb: argparse.ArgumentParser) -> None:
    limits = verb.add_argument_group(
        "limits",
        "for the candidates of one task together; if they exceed them, for each alone",
    )
    limits.add_argument("--limit-seconds", type=_seconds, default=30.0, metavar="S", help="(30)")
    limits.add_argument("--limit-mb", type=_megabytes, default=1024, metavar="MB", help="(1024)")


def _json(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("--json", action="store_true", help="print JSON instead of text")


def _count(text: str) -> int:
    number = int(text)
    if number < 0:
        raise argparse.ArgumentTypeError(f"{text} is less than none")
    return number


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is not a positive number")
    return number


def _megabytes(text: str) -> int:
    number = _positive(text)
    if number > 1 << 24:
        raise argparse.ArgumentTypeError(f"{text} is more than {1 << 24} MB")
    return number


def _seconds(text: str) -> float:
    number = float(text)
    if not 0 < number <= 10**7:
        raise argparse.ArgumentTypeError(f"{text} is not a number of seconds from 0 to 10^7")
    return number
