"""Decisions -> Markdown: a comment on a pull request, whose first line says it all."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from unladen.model import FAILING, Comparison, Decision, NoDecision, RankedDecision, Verdict
from unladen.output.first_line import first_line, first_line_of_all, no_decision
from unladen.output.words import (
    QUIET,
    amount,
    as_code,
    base_lines,
    how_sure,
    next_step,
    notes_of,
    percent,
    span,
    witness,
)

MOST_BYTES = 56_000
"""A forge takes 65,536 characters; a marker and a link are added."""
SHARES = {"worse": 0.45, "open": 0.15, "other": 0.15, "same": 0.07, "alike": 0.06, "measured": 0.12}
"""Of the bytes of one environment, so that no part of a comment can push out another."""
MOST_ENVIRONMENTS = 12
MOST_LINES = {"worse": 60, "open": 12, "other": 60, "same": 60, "alike": 60, "measured": 40}


def of(ranked: Sequence[RankedDecision]) -> str:
    """All names are code, and whatever the suite the comment stays below what a forge takes."""
    shown = ranked[:MOST_ENVIRONMENTS]
    lines = [first_line_of_all(ranked), ""]
    room = (MOST_BYTES - 4_000) // max(1, len(shown))
    for each in shown:
        if len(ranked) > 1:
            environment = as_code(each.decision.environment)
            lines += [f"### {environment}", "", first_line(each.decision), ""]
        lines += body(each.decision, each.worst_first, room)
    if len(ranked) > len(shown):
        lines += [f"{len(ranked) - len(shown)} more environments are in the decision's file.", ""]
    return "\n".join(lines).rstrip() + "\n"


def failed(failure: NoDecision) -> str:
    """What there is to say of a gate that has no decision."""
    more = failure.what.splitlines()[1:]
    lines = [no_decision(failure), ""]
    if more:
        shown = [as_code(each, 160) for each in more[:12] if each.strip()]
        lines += _folded("What was said", [f"- {each}" for each in shown])
    lines += [f"Next: {as_code(failure.next, 300)}", ""]
    lines.append(f"{as_code(failure.base, 40)} → {as_code(failure.head, 40)}; exit {failure.exit}")
    return "\n".join(lines) + "\n"


def markdown(decision: Decision, worst_first: Sequence[Comparison]) -> str:
    """One environment's."""
    return "\n".join([first_line(decision), "", *body(decision, worst_first, MOST_BYTES - 4_000)])


def body(decision: Decision, worst_first: Sequence[Comparison], room: int) -> list[str]:
    """What got slower and why, then what is open, then what nobody has to unfold."""
    worse = [c for c in worst_first if c.verdict in FAILING]
    open_ones = [c for c in worst_first if c.verdict is Verdict.UNDECIDED]
    told = {*FAILING, Verdict.UNDECIDED, *QUIET}
    other = [c for c in worst_first if c.verdict not in told]
    same = [c for c in worst_first if c.verdict in QUIET]
    failing = chain(map(_bad, worse), ([f"- {as_code(each, 200)}"] for each in decision.unwanted))
    measured = list(_measured(decision))
    sections = {
        "worse": (failing, len(worse) + len(decision.unwanted)),
        "open": (map(_open, open_ones), len(open_ones)),
        "other": (([_row(c)] for c in other), len(other)),
        "same": (([_row(c)] for c in same if c.change), sum(c.change is not None for c in same)),
        "alike": (_alike(same), sum(c.change is None for c in same)),
        "measured": (([each] for each in measured), len(measured)),
    }
    shown = {
        name: _fitting(items, count, int(SHARES[name] * room), MOST_LINES[name])
        for name, (items, count) in sections.items()
    }
    lines = [*shown["worse"], *shown["open"]]
    lines += [""] if lines else []
    step = next_step(decision) if worse or open_ones or decision.unwanted else ""
    lines += [f"Next: {as_code(step, 300)}", ""] if step else []
    lines += _folded(f"{len(other):,} changed, but not for the worse", _table(shown["other"]))
    table = _table(shown["same"])
    alike = [*table, *([""] if table else []), *shown["alike"]]
    lines += _folded(f"{len(same):,} the same or skipped", alike if same else [])
    return [*lines, *_folded("What was compared, and how", shown["measured"])]


def _fitting(items: Iterable[Sequence[str]], count: int, room: int, most: int) -> list[str]:
    """As many as there is room for, whole; how many more there are is said."""
    lines: list[str] = []
    left = room
    for number, item in enumerate(items):
        left -= sum(len(line.encode("utf-8", "replace")) + 1 for line in item)
        if left < 0 or len(lines) >= most:
            hidden = f"{count - number:,} more: the JSON of the decision has all"
            return [*lines, f"| | {hidden} | | | |" if item[0].startswith("|") else f"- {hidden}"]
        lines += item
    return lines


def _alike(same: Sequence[Comparison]) -> Iterator[list[str]]:
    """Those without figures, under what is said of each of them."""
    by_reason: dict[str, list[str]] = {}
    for one in same:
        if one.change is None:
            told = f"**{one.verdict.value}**"
            told += f", {as_code(one.reason)}" if one.reason else ""
            by_reason.setdefault(told, []).append(as_code(one.benchmark.id))
    for told, names in by_reason.items():
        yield [f"- {told} ({len(names):,})", f"  - {names[0]}"]
        yield from ([f"  - {name}"] for name in names[1:])


def _folded(title: str, lines: Sequence[str]) -> list[str]:
    """The title is ours, as inside of HTML nothing is escaped."""
    if not lines:
        return []
    return [f"<details><summary>{title}</summary>", "", *lines, "", "</details>", ""]


def _table(rows: Sequence[str]) -> list[str]:
    if not rows:
        return []
    return [
        "| verdict | benchmark | change | base → head | how sure |",
        "|---|---|--:|---|---|",
        *rows,
    ]


def _bad(one: Comparison) -> list[str]:
    """Of a benchmark that fails: how much, how sure, and which lines did it."""
    told = [f"**{one.verdict.value}** {as_code(one.benchmark.id)}", _figures(one), how_sure(one)]
    told += [witness(one)]
    line = ", ".join(filter(None, told))
    if one.reason:
        line += f": {as_code(one.reason, 160)}"
    return [f"- {line}", *(f"  - {each}" for each in _because(one))]


def _because(one: Comparison) -> Iterator[str]:
    if one.answers_changed:
        yield f"answers that differ: {', '.join(as_code(i, 30) for i in one.answers_changed[:5])}"
    at = {each.reason: each for each in one.culprits}
    for reason in one.because:
        where = ""
        if reason in at:
            place = f"{at[reason].file}:{at[reason].line}"
            where = f", at {as_code(place)}{' (a changed line)' if at[reason].new else ''}"
        yield f"{as_code(reason, 160)}{where}"


def _open(one: Comparison) -> list[str]:
    figures = f", {_figures(one)}" if one.change else ""
    return [f"- **undecided** {as_code(one.benchmark.id)}{figures}: {as_code(one.reason, 160)}"]


def _figures(one: Comparison) -> str:
    """`+5.00 % [+3.00, +7.00], 40 ms → 42 ms`."""
    change = f"{percent(one.change.estimate)} {span(one.change)}" if one.change else ""
    return ", ".join(filter(None, (change, _values(one))))


def _values(one: Comparison) -> str:
    if one.base is None:
        return ""
    return f"{amount(one.base, one)} → {amount(one.head, one)}"


def _row(one: Comparison) -> str:
    change = f"{percent(one.change.estimate)} {span(one.change)}" if one.change else ""
    why = "; ".join(filter(None, (how_sure(one), one.reason, witness(one))))
    cells = [
        f"**{one.verdict.value}**",
        as_code(one.benchmark.id),
        change,
        _values(one),
        as_code(why) if why else "",
    ]
    return f"| {' | '.join(cells)} |"


def _measured(decision: Decision) -> Iterator[str]:
    for name, commit in (("base", decision.base), ("head", decision.head)):
        yield f"- {name} {as_code(commit.short)} {as_code(commit.subject, 100)}"
    for line in base_lines(decision.base, decision.asked_base, as_code):
        yield f"- {line}"
    machine = decision.machine
    where = f"{machine.cpu}, {machine.cores} cores, {machine.system}"
    yield f"- on {as_code(machine.name)} ({as_code(where, 200)})"
    yield f"- in {as_code(decision.environment)}, seed {str(decision.seed)[:20]}"
    for note in notes_of(decision):
        yield f"- {as_code(note, 200)}"
