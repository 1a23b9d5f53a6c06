"""Flags -> lines that read alone: which kind, where, how much, and what hides it."""

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from unladen.model.flags import Flag, FlagKind
from unladen.model.leaks import Left
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
    if flag.kind is FlagKind.LEAK:
        return _leak(flag)
    change = f"{_amount(flag.base, flag.unit)} -> {_amount(flag.head, flag.unit)}"
    share = f"{percent(flag.share)} of {_of(flag)}" if flag.base else "none before"
    by = f", by {flag.function}" if flag.function and flag.function != flag.what else ""
    beside = f"; beside it {flag.beside}" if flag.beside else ""
    return f"{flag.what}: {change} ({share}){by}{beside}"


def _leak(flag: Flag) -> str:
    before = f" ({each_call(flag.base, flag.unit)} before)" if flag.base else ""
    return f"each call leaves {each_call(flag.head, flag.unit)}{before} behind: {flag.beside}"


def left_behind(left: Left) -> str:
    """On one side, without another to hold it against."""
    return f"each call leaves {each_call(left.each, left.unit)} behind: {left.trend}"


def each_call(value: float, unit: str) -> str:
    """`1 thread`, `0.25 file descriptors`, `1.3 MB of memory`."""
    if unit == "bytes":
        return f"{_amount(value, unit)} of memory"
    if value == 1:
        return f"1 {'process' if unit == 'processes' else unit.removesuffix('s')}"
    return f"{value:.3g} {unit}"


def _of(flag: Flag) -> str:
    itself = (FlagKind.HEAVIER, FlagKind.LESS_WORK, FlagKind.CPU)
    return "itself" if flag.kind in itself else "the whole"


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
