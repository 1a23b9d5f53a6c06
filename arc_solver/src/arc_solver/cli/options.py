"""What several verbs of the command line have in common: their shape, options, kinds of numbers."""

import argparse

EXIT_CODES = """\
exit codes:
  0    done; `solve`: an answer was found, and is right where that is known
  1    `solve`: no program fits the train pairs, or the answer is wrong
  2    wrong words, missing or damaged data, an array back end that is not here
  4    a child process or a file could not be used
  70   a bug in arc-solver
  130  stopped by Ctrl-C; what was finished is kept
"""


Verbs = argparse._SubParsersAction  # the type that add_subparsers returns has no public name


def new_verb(
    verbs: "Verbs[argparse.ArgumentParser]", name: str, what: str, examples: str
) -> argparse.ArgumentParser:
    return verbs.add_parser(
        name,
        help=what,
        description=what[0].upper() + what[1:] + ".",
        epilog=f"examples:\n{examples}\n\n{EXIT_CODES}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def data_options(verb: argparse.ArgumentParser, default: str | None = "arcagi") -> None:
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


def limit_options(verb: argparse.ArgumentParser) -> None:
    limits = verb.add_argument_group(
        "limits",
        "for the candidates of one task together; if they exceed them, for each alone",
    )
    limits.add_argument("--limit-seconds", type=seconds, default=30.0, metavar="S", help="(30)")
    limits.add_argument("--limit-mb", type=megabytes, default=1024, metavar="MB", help="(1024)")


def json_option(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("--json", action="store_true", help="print JSON instead of text")


def count(text: str) -> int:
    number = int(text)
    if number < 0:
        raise argparse.ArgumentTypeError(f"{text} is less than none")
    return number


def positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is not a positive number")
    return number


def megabytes(text: str) -> int:
    number = positive(text)
    if number > 1 << 24:
        raise argparse.ArgumentTypeError(f"{text} is more than {1 << 24} MB")
    return number


def seconds(text: str) -> float:
    number = float(text)
    if not 0 < number <= 10**7:
        raise argparse.ArgumentTypeError(f"{text} is not a number of seconds from 0 to 10^7")
    return number
