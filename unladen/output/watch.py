"""a WatchedSave -> lines for who sits before a terminal, one line for a pipe, or JSON."""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from unladen.model import Comparison, Stage, Verdict
from unladen.model.watched import WatchedSave
from unladen.output.decision_json import decision_json
from unladen.output.samples import in_words, picture
from unladen.output.terminal import comparison_lines
from unladen.output.words import QUIET, amount, base_json, one_line, percent, seconds, span, witness

FILES = 3
SCHEMA = 1
NOTHING = "nothing differs from"


def files_of(save: WatchedSave) -> str:
    shown = ", ".join(one_line(name, 60) for name in save.files[:FILES])
    more = len(save.files) - FILES
    return f"{shown} and {more} more" if more > 0 else shown


def took(save: WatchedSave) -> str:
    if not save.installing:
        return seconds(save.seconds)
    return f"{seconds(save.seconds)}, {seconds(save.installing)} of them to install"


def lines(save: WatchedSave, all_: bool, root: str) -> Iterator[str]:
    """What, how sure, why; what is the same in one line, unless it is all there is."""
    base = save.base.short if save.base else ""
    yield f"#{save.number}  {files_of(save)} against {base}" if save.files else ""
    if save.problem:
        yield one_line(save.problem, 400)
        return
    for each in _told(save, all_):
        yield from comparison_lines(each, root)
        if _is_shown(each) and (how := save.reach.get(each.benchmark.id)):
            yield f"  edit  {one_line(how, 100)}"
    hidden = len(save.comparisons) - len(_told(save, all_))
    if hidden:
        yield f"{hidden} the same (--all shows them)"
    yield f"  {took(save)}"


def _told(save: WatchedSave, all_: bool) -> list[Comparison]:
    few = len(save.comparisons) <= FILES
    return [each for each in save.comparisons if all_ or few or each.verdict not in QUIET]


def _is_shown(each: Comparison) -> bool:
    """What was measured has a picture, and a way that leads to it."""
    return each.stage is not Stage.CODE


def pictures(save: WatchedSave, width: int, unicode: bool) -> dict[str, list[str]]:
    """By benchmark id; of those that were timed."""
    return {id: picture(*both, width, unicode) for id, both in save.samples.items()}


def words_of(save: WatchedSave, id: str) -> list[str]:
    both = save.samples.get(id)
    return in_words(*both) if both else []


def one_line_of(save: WatchedSave) -> str:
    """For a log: what is not the same, else how many are."""
    begins = f"#{save.number} {files_of(save)}".rstrip()
    if save.problem:
        return f"{begins}: {one_line(save.problem, 300)}"
    counts = Counter(each.verdict for each in save.comparisons)
    told = ", ".join(f"{counts[verdict]} {verdict.value}" for verdict in Verdict if counts[verdict])
    shown = [_briefly(each) for each in _told(save, all_=False)[:FILES]]
    return "; ".join([f"{begins}: {told}", *shown, took(save)])


def _briefly(each: Comparison) -> str:
    word = each.verdict.value.upper()
    figure = f" {percent(each.change.estimate)} {span(each.change)}" if each.change else ""
    times = ""
    if each.base is not None:
        times = f" {amount(each.base, each)} -> {amount(each.head, each)}"
    by = each.reason or (f"by {each.stage.value}" if each.stage else "")
    reason = ", ".join(part for part in (one_line(by, 100), witness(each)) if part)
    return f"{word} {one_line(each.benchmark.id, 100)}{figure}{times} ({reason})"


def as_json(save: WatchedSave, code: int) -> str:
    """One object a save, on one line; the decision as in schema/decision.json."""
    told: dict[str, Any] = {
        "schema": SCHEMA,
        "save": save.number,
        "files": list(save.files),
        "base": save.base.short if save.base else "",
        "asked_base": base_json(save.asked_base),
        "problem": save.problem or None,
        "seconds": save.seconds,
        "installing": save.installing,
        "reach": dict(save.reach),
        "samples": {
            id: {"base": list(base), "head": list(head)}
            for id, (base, head) in save.samples.items()
        },
        "decision": decision_json(save.decision, code) if save.decision else None,
    }
    return json.dumps(told)
