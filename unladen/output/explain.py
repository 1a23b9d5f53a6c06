"""Attribution -> lines: which function, how much, how sure, and what else to know; 80 columns."""

import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from typing import Any

from unladen.model import Comparison, Interval
from unladen.model.anatomy import Anatomy
from unladen.model.attribution import Attribution, Part
from unladen.model.lanes import ELSEWHERE, LANES, Lane
from unladen.model.started import Started, started_otherwise
from unladen.output.part_table import (
    RELEVANT,
    category_rows,
    gain,
    of_the_whole,
    part_name,
    part_rows,
    what_happened,
)
from unladen.output.words import one_line, percent, seconds, span

NOTE = 200

LISTED = 6
LEAST_MB = 0.1
FEW = 4
ODD = 4.0


def reasons(attribution: Attribution, most: int = 3) -> list[str]:
    """The first few parts, one line each: what a gate prints below a benchmark that fails."""
    return [told for _, told in reasoned(attribution, most)]


def reasoned(attribution: Attribution, most: int = 3) -> list[tuple[Part, str]]:
    """Where the profile can tell none apart from noise that went the way the whole went, the
    largest that did, and that it is only likely.
    """
    least = RELEVANT * attribution.base
    large = [part for part in attribution.parts if abs(part.delta) > least]
    worst = [part for part in large if part.resolved][:most]
    sure = [
        (p, f"{part_name(p, 40)} {of_the_whole(p, attribution)}, {what_happened(p)}") for p in worst
    ]
    more = sum(part.delta for part in large) > 0
    those = [part for part in large if (part.delta > 0) == more]
    if any(part in worst for part in those):
        return sure
    likely = max(those, key=lambda part: abs(part.delta), default=None)
    if likely is None:
        return sure
    return [
        (likely, f"perhaps {part_name(likely, 40)} {of_the_whole(likely, attribution)}"),
        *sure,
    ][:most]


def lines(attribution: Attribution, all_: bool = False) -> list[str]:
    told = [one_line(attribution.benchmark, 78), *_whole(attribution), ""]
    told += part_rows(attribution, all_)
    told += category_rows(attribution)
    told += _unexplained(attribution)
    told += _listed("work     changed calls", attribution.changed_work)
    told += _listed("dead     changed lines that never ran", attribution.never_ran)
    told += _listed("dead     new functions that were never called", attribution.never_called)
    told += _listed("disagree two profilers see it differently", attribution.disagreeing)
    told += _listed("other    no category fits", attribution.uncategorised)
    return told + [f"note     {one_line(note, NOTE)}" for note in attribution.notes]


def answer_lines(answers: Mapping[str, Sequence[str]]) -> list[str]:
    told = []
    for what, items in answers.items():
        if items:
            more = f" and {len(items) - LISTED} more" if len(items) > LISTED else ""
            told.append(f"  answers {what}: {one_line(' '.join(items[:LISTED]), 56)}{more}")
    return told


def lane_lines(sides: Sequence[Anatomy]) -> list[str]:
    """What each lane says beside the parts; one that has no words of its own is summed up."""
    told: list[str] = []
    for lane in LANES:
        told += WORDS.get(lane.name, partial(_summed, lane))(sides)
    return told


def _summed(lane: Lane, sides: Sequence[Anatomy]) -> list[str]:
    told = []
    for figure in lane.figures:
        base, head = (lane.total(side, figure) for side in sides)
        if base is not None and head is not None:
            change = f" ({percent(head / base - 1)})" if base else ""
            told.append(f"  {figure.label.lower()}  {base:.6g} -> {head:.6g} {figure.unit}{change}")
    return told


def _nothing(_: Sequence[Anatomy]) -> list[str]:
    """Told as parts, or as lines that never ran."""
    return []


def overheads(sides: Sequence[Anatomy]) -> list[str]:
    """Profiled times are never times: only how much the profiler cost is told."""
    names = dict.fromkeys(name for side in sides for name in side.overheads)
    each = [f"{n} {max(s.overheads.get(n, 0.0) for s in sides):.2f}x" for n in names]
    return (
        [f"  profiled times are not shown; the profilers cost: {', '.join(each)}"] if each else []
    )


def _splits(sides: Sequence[Anatomy]) -> list[str]:
    """Python, native and system time of each side; GPU time only where there is a GPU."""
    told = []
    for name, side in zip(("base", "head"), sides, strict=True):
        if not side.splits:
            continue
        found = list(side.splits.values())
        gpus = [each.gpu for each in found if each.gpu is not None]
        gpu = f"{100 * sum(gpus):.0f} %" if gpus else "not measured"
        told.append(
            f"  {name}  Python {100 * sum(s.python for s in found):.0f} %, "
            f"native {100 * sum(s.native for s in found):.0f} %, "
            f"system {100 * sum(s.system for s in found):.0f} %, GPU {gpu}"
        )
    return (
        [*told, "        (by scalene; waiting for a busy machine counts as system)"] if told else []
    )


def _others(sides: Sequence[Anatomy]) -> list[str]:
    """I46: the profiler saw the parent, and the work was in its children."""
    told = []
    for name, side in zip(("base", "head"), sides, strict=True):
        if side.elsewhere > ELSEWHERE:
            seen = f"samples saw {100 * (1 - side.unseen / side.elsewhere):.0f} % of that"
            told.append(
                f"  {name}  {100 * side.elsewhere:.0f} % of CPU seconds were in processes that it "
                f"started; {seen if side.sampled_seconds else 'they were not sampled'}"
            )
    if told and max(side.unseen for side in sides) > ELSEWHERE:
        told.append("        (unseen: what is no Python, or was over before it was found)")
    return told


def family(changes: Mapping[str, Interval | None]) -> list[str]:
    """All parameters of a benchmark beside each other: the few that differ from the rest (I34)."""
    known = {id: found for id, found in changes.items() if found is not None}
    if len(known) < FEW:
        return []
    middle = statistics.median(found.estimate for found in known.values())
    usual = statistics.median(abs(found.estimate - middle) for found in known.values())
    odd = {
        id: found
        for id, found in known.items()
        if abs(found.estimate - middle) > ODD * usual and not found.low <= middle <= found.high
    }
    told = [
        f"  {len(known)} parameters, the middle one {100 * middle:+.2f} %, {len(odd)} far from it"
    ]
    ranked = sorted(odd.items(), key=lambda item: -abs(item[1].estimate - middle))
    return told + [
        f"    {one_line(id, 52):<52} {percent(found.estimate)} {span(found)}"
        for id, found in ranked[:LISTED]
    ]


def _started(sides: Sequence[Anatomy]) -> list[str]:
    """I44: a pool for each task, of which no function of the parent is slower."""
    base, head = (Started(side.processes or 0.0, side.starting, side.children) for side in sides)
    said = started_otherwise(base, head)
    return [f"  processes  {said}"] if said else []


def _memory(sides: Sequence[Anatomy]) -> list[str]:
    """Of one call: what stayed allocated, and the peak."""
    base, head = sides
    if base.peak is None or head.peak is None or base.blocks is None or head.blocks is None:
        return []
    told = [
        f"  memory  peak {base.peak / 1e3:.1f} -> {head.peak / 1e3:.1f} kB, "
        f"blocks left {base.blocks:g} -> {head.blocks:g} a call"
    ]
    known = {k: (base.memory.get(k), head.memory.get(k)) for k in {**base.memory, **head.memory}}
    changes = {
        key: ((new.allocated if new else 0.0), (old.allocated if old else 0.0))
        for key, (old, new) in known.items()
    }
    moved = {key: abs(new - old) for key, (new, old) in changes.items()}
    ranked = sorted((k for k in moved if moved[k] >= LEAST_MB), key=lambda key: -moved[key])
    for key in ranked[:LISTED]:
        new, old = changes[key]
        told.append(f"    {one_line(key, 44):<44} {old:.2f} -> {new:.2f} MB allocated a call")
    return told


WORDS: Mapping[str, Callable[[Sequence[Anatomy]], list[str]]] = {
    "calls": _started,
    "instructions": _nothing,
    "lines": _nothing,
    "samples": _others,
    "splits": _splits,
    "memory": _memory,
}


def as_json(attribution: Attribution, answers: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    value = asdict(attribution)
    for part, told in zip(attribution.parts, value["parts"], strict=True):
        told["change"] = part.change.value
        told["function"]["calls"] = []
        told["resolved"] = part.resolved
        told["at_most"] = gain(part.head, attribution)
    return {"schema": 1, **value, "answers": {k: list(v) for k, v in answers.items()}}


def wrong_json(comparison: Comparison) -> dict[str, Any]:
    """What was not taken apart, as its answers are wrong."""
    return {
        "schema": 1,
        "benchmark": comparison.benchmark.id,
        "verdict": comparison.verdict.value,
        "why": comparison.reason,
        "answers": {"differ": list(comparison.answers_changed)},
    }


def _whole(attribution: Attribution) -> list[str]:
    told = []
    if attribution.total:
        total = attribution.total
        interval = f"[{100 * total.low:+.2f}, {100 * total.high:+.2f}]"
        told.append(f"  time          {100 * total.estimate:+.2f} % {interval}, unprofiled")
    base, head = attribution.base, attribution.head
    change = f"{100 * (head / base - 1):+.3f} %" if base else ""
    if attribution.unit == "instructions":
        told.append(f"  instructions  {change}: {base:,.0f} -> {head:,.0f} a call")
    else:
        told.append(f"  seconds       {seconds(base)} -> {seconds(head)} a call, by samples")
    return told


def _unexplained(attribution: Attribution) -> list[str]:
    """I13: parts that leave out too much explain nothing."""
    worst = attribution.unexplained
    if worst is None:
        return []
    side, share = worst
    return [
        f"  ERROR    {100 * share:.0f} % of {side} is unaccounted for: the rows above do not say",
        "           where the time goes, and what is the largest of them may be none of it",
    ]


def _listed(title: str, items: Sequence[str]) -> list[str]:
    if not items:
        return []
    told = [f"  {title}: {len(items)}"]
    told += [f"    {one_line(item, 74)}" for item in items[:LISTED]]
    if len(items) > LISTED:
        told.append(f"    and {len(items) - LISTED} more")
    return told
