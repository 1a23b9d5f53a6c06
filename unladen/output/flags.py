"""Flags -> lines that read alone: which kind, where, how much, and what hides it."""

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from unladen.model.flags import Flag, FlagKind
from unladen.output.words import one_line, percent, seconds

MOST = 12
WIDTH = 100
INDENT = " " * 8


def lines(flags: Sequence[Flag], commit: str = "") -> Iterator[str]:
    for flag in flags[:MOST]:
        where = f"{commit}  " if commit else ""
        yield f"  flag  {flag.kind.value:<15} {where}{one_line(flag.benchmark, 60)}"
        sentence = one_line(told(flag), 4 * WIDTH)
        yield from textwrap.wrap(sentence, WIDTH, initial_indent=INDENT, subsequent_indent=INDENT)
    if len(flags) > MOST:
        yield f"  and {len(flags) - MOST} smaller flags (--json has them)"


def note(flag: Flag) -> str:
    """In one line, among other things that are said."""
    return one_line(f"{flag.kind.value} in {flag.benchmark}: {told(flag)}", 200)


def told(flag: Flag) -> str:
    """One sentence."""
    change = f"{_amount(flag.base, flag.unit)} -> {_amount(flag.head, flag.unit)}"
    share = f"{percent(flag.share)} of {_of(flag)}"
    by = f", by {flag.function}" if flag.function and flag.function != flag.what else ""
    beside = f"; beside it {flag.beside}" if flag.beside else ""
    return f"{flag.what}: {change} ({share}){by}{beside}"


def _of(flag: Flag) -> str:
    return "itself" if flag.kind in (FlagKind.HEAVIER, FlagKind.LESS_WORK) else "the whole"


def _amount(value: float, unit: str) -> str:
    if unit == "s":
        return seconds(value)
    if unit == "bytes":
        return f"{value / 1e6:.1f} MB" if value >= 1e6 else f"{value / 1e3:.1f} kB"
    return f"{value:,.0f}"


def as_json(flag: Flag) -> Mapping[str, Any]:
    return {
        "kind": flag.kind.value,
        "benchmark": flag.benchmark,
        "what": flag.what,
        "function": flag.function,
        "base": flag.base,
        "head": flag.head,
        "unit": flag.unit,
        "share": flag.share,
        "beside": flag.beside,
    }
