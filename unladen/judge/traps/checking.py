"""files of a suite, records, what a traced run saw -> all Traps that nobody answers for."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from unladen.judge.traps import (
    at_import,
    bodies,
    chance,
    clocks,
    declared,
    figures,
    state,
)
from unladen.judge.traps.allowed import allowances, silenced
from unladen.judge.traps.reading import Module, Unread, module_of
from unladen.judge.traps.suite_code import SuiteCode
from unladen.model import Measurement, Record
from unladen.model.trap_rules import RULES
from unladen.model.traps import Checked, Needs, Trap

BY_SOURCE: Mapping[str, Callable[[SuiteCode], Iterator[Trap]]] = {
    "shadowed": declared.shadowed,
    "never-found": declared.never_found,
    "does-nothing": bodies.does_nothing,
    "returns-nothing": declared.returns_nothing,
    "lazy-result": bodies.lazy_result,
    "swallowed": bodies.swallowed,
    "spent-iterator": state.spent_iterator,
    "cached-call": state.cached_call,
    "kept-state": state.kept_state,
    "timer-overwrites": clocks.timer_overwrites,
    "children-unseen": clocks.children_unseen,
    "settable-clock": clocks.settable_clock,
    "times-itself": clocks.times_itself,
    "unseeded": chance.unseeded,
    "clock-as-data": chance.clock_as_data,
    "logging-on": bodies.logging_on,
    "sleeps": bodies.sleeps,
    "network": at_import.network,
    "pool-size": bodies.pool_size,
    "files-left": state.files_left,
    "files-outside": state.files_outside,
    "work-at-import": at_import.work_at_import,
    "one-sample": declared.one_sample,
    "no-answers": declared.no_answers,
}
BY_RECORDS: Mapping[str, Callable[[Mapping[str, Measurement]], Iterator[Trap]]] = {
    "dominant-parameter": figures.dominant_parameter,
    "too-short": figures.too_short,
    "near-timeout": figures.near_timeout,
}


def switched_on(on: Collection[str], off: Collection[str]) -> frozenset[str]:
    """By the project's settings; what it switches off stays off."""
    return frozenset(r.id for r in RULES if (r.on or r.id in on) and r.id not in off)


def checked(
    files: Mapping[str, bytes | str],
    suite: str,
    asked: Collection[str],
    records: Sequence[Record] = (),
    traced: Sequence[Trap] | None = None,
) -> Checked:
    """`files`: Python by path below the suite, or why one was not read; Traps name them so. Of
    records only benchmarks count that are still there."""
    modules, traps = _read(files, suite)
    code = SuiteCode(modules)
    for rule, find in BY_SOURCE.items():
        traps += find(code) if rule in asked else ()
    latest = figures.latest(records, {each.id: each for each in code.benchmarks})
    for rule, seen in BY_RECORDS.items():
        traps += seen(latest) if rule in asked else ()
    traps += traced or ()
    had = {each.id for each in RULES if _could(each.needs, latest, traced)} & {*asked}
    allows = [
        a for name, text in files.items() if isinstance(text, bytes) for a in allowances(name, text)
    ]
    unique = {(t.file, t.line, t.rule): t for t in sorted(traps) if t.rule in had}
    left, count = silenced(list(unique.values()), allows, had)
    return Checked(
        traps=tuple(sorted(left)),
        files=len(files),
        benchmarks=len(code.benchmarks),
        silenced=count,
        asked=tuple(rule.id for rule in RULES if rule.id in had),
    )


def _read(files: Mapping[str, bytes | str], suite: str) -> tuple[list[Module], list[Trap]]:
    modules, traps = [], []
    for name, source in sorted(files.items()):
        read = module_of(name, source, suite) if isinstance(source, bytes) else Unread(1, source)
        if isinstance(read, Module):
            modules.append(read)
        else:
            traps.append(Trap(name, read.line, "unreadable", read.why))
    return modules, traps


def _could(needs: Needs, latest: Collection[str], traced: Sequence[Trap] | None) -> bool:
    if needs is Needs.RECORDS:
        return bool(latest)
    return needs is Needs.SOURCE or traced is not None
