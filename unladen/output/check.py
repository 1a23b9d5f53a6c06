"""what a check of a suite came to -> lines and JSON; rules with what they say."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from unladen.model.trap_rules import BY_ID, RANK, RULES
from unladen.model.traps import Checked, Needs, Severity, Trap, TrapRule
from unladen.output.words import one_line

SCHEMA = 1
WIDEST = 200
LINES_TOLD = 8
SEEN_BY = {
    Needs.SOURCE: "the source",
    Needs.RECORDS: "records, where there are any",
    Needs.TRACE: "a traced run (--trace)",
}


def failing(traps: Sequence[Trap]) -> list[Trap]:
    return [trap for trap in traps if BY_ID[trap.rule].level is Severity.WARNING]


def worst_first(traps: Sequence[Trap]) -> list[tuple[str, list[Trap]]]:
    """By file: those with the worst rule first, then those with most; in a file by line."""
    by_file = groupby(sorted(traps, key=lambda trap: trap.file), key=lambda trap: trap.file)
    files = [(file, sorted(those)) for file, those in by_file]
    return sorted(files, key=lambda each: (_rank(each[1]), -len(each[1]), each[0]))


def _rank(traps: Sequence[Trap]) -> tuple[bool, int]:
    return not failing(traps), min(RANK[trap.rule] for trap in traps)


def lines(checked: Checked) -> Iterator[str]:
    """What to do is said once a rule; notes are one line at the end of the list."""
    told: set[str] = set()
    for file, traps in worst_first(failing(checked.traps)):
        yield one_line(file, WIDEST)
        for trap in traps:
            also = f" (also {_numbers(trap.also)})" if trap.also else ""
            what = one_line(trap.what, WIDEST)
            yield f"  {trap.line:>4}  {trap.rule:<16}  {what}{also}"
            if trap.rule not in told:
                told.add(trap.rule)
                yield f"        {'fix':<16}  {BY_ID[trap.rule].fix}"
    yield from _notes(checked)
    yield from _sum(checked)


def _numbers(lines: Sequence[int]) -> str:
    more = " ..." if len(lines) > LINES_TOLD else ""
    return ", ".join(map(str, lines[:LINES_TOLD])) + more


def _notes(checked: Checked) -> Iterator[str]:
    warned = {id(trap) for trap in failing(checked.traps)}
    notes = [trap for trap in checked.traps if id(trap) not in warned]
    for rule, those in groupby(sorted(notes, key=lambda t: RANK[t.rule]), key=lambda t: t.rule):
        first, *others = those
        where = f"{one_line(first.file, 80)}:{first.line}"
        more = f", and {len(others)} more like it" if others else ""
        yield f"  note  {rule:<16}  {where}: {one_line(first.what, WIDEST)}{more}"
        yield f"        {'fix':<16}  {BY_ID[rule].fix}"
    yield from (f"  note  {one_line(each, WIDEST)}" for each in checked.notes)


def _sum(checked: Checked) -> Iterator[str]:
    warned = failing(checked.traps)
    seen = f"{checked.files} files, {checked.benchmarks} benchmarks, {len(checked.asked)} rules"
    quiet = f"; {checked.silenced} allowed" if checked.silenced else ""
    if not warned:
        yield f"nothing found: {seen}{quiet}"
        return
    counts = Counter(trap.rule for trap in warned)
    ids = sorted(counts, key=lambda id: (-counts[id], RANK[id]))
    each = ", ".join(f"{counts[id]} {id}" for id in ids)
    yield f"{len(warned)} found ({each}) in {seen}{quiet}"
    yield "  next  unladen check --rules   says what each rule means, and how to allow a place"


def rule_lines() -> Iterator[str]:
    for rule in RULES:
        state = "" if rule.on else "  off unless asked for"
        kind = "  note: never fails" if rule.level is Severity.NOTE else ""
        yield f"{rule.id}{kind}{state}"
        yield f"    {rule.what}"
        yield f"    fix   {rule.fix}"
        by = f"    seen  in {SEEN_BY[rule.needs]}"
        yield f"{by}; prevents {', '.join(rule.prevents)} of docs/incidents.md"
    yield "# unladen: allow RULE reason     on the line or the line above allows one place"
    yield '[tool.unladen.check] off = ["RULE"], on = ["RULE"]     in pyproject.toml: for all places'


def as_json(checked: Checked) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "findings": [_finding(each) for _, those in worst_first(checked.traps) for each in those],
        "files": checked.files,
        "benchmarks": checked.benchmarks,
        "allowed": checked.silenced,
        "rules": list(checked.asked),
        "notes": list(checked.notes),
    }


def _finding(trap: Trap) -> dict[str, Any]:
    rule = BY_ID[trap.rule]
    return {
        "rule": trap.rule,
        "level": rule.level.value,
        "file": trap.file,
        "line": trap.line,
        "also": list(trap.also),
        "what": trap.what,
        "fix": rule.fix,
        "prevents": list(rule.prevents),
    }


def rule_json(rule: TrapRule) -> dict[str, Any]:
    return {
        "rule": rule.id,
        "level": rule.level.value,
        "what": rule.what,
        "fix": rule.fix,
        "prevents": list(rule.prevents),
        "needs": rule.needs.value,
        "on": rule.on,
    }


def rules_json() -> dict[str, Any]:
    return {"schema": SCHEMA, "rules": [rule_json(rule) for rule in RULES]}
