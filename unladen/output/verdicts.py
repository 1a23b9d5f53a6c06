"""claims, searches and ablations -> lines; 80 columns, and the same words as everywhere."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from unladen.model import Commit, Interval
from unladen.model.anatomy import Judged
from unladen.output.words import one_line, percent, span


def promise_lines(commit: Commit, phase: str, judged: Sequence[Judged]) -> list[str]:
    told = f"phase {one_line(phase, 12)}  " if phase else ""
    lines = [f"{commit.short}  {told}{one_line(commit.subject, 56)}"]
    for each in judged:
        lines.append(f"  {each.held.value.upper():<9} {one_line(each.claim.text, 68)}")
        lines.append(f"            {one_line(each.why, 68)}")
    return lines


def promise_json(commit: Commit, phase: str, judged: Sequence[Judged]) -> dict[str, Any]:
    return {
        "commit": commit.hash,
        "phase": phase,
        "claims": [
            {
                "claim": each.claim.text,
                "verdict": each.held.value,
                "why": each.why,
                "found": asdict(each.found) if each.found else None,
            }
            for each in judged
        ],
    }


def no_step(name: str, good: Commit, bad: Commit, whole: Interval | None) -> str:
    """Nothing to look for: said so, in place of a list of suspects."""
    told = f"NO STEP  {one_line(name, 50)} {_change(whole)}".rstrip()
    apart = f"{good.short} and {bad.short} do not differ by more than the noise"
    return f"{told}\n  {apart}\n  next  unladen history says between which commits to look"


def search_lines(
    name: str,
    suspects: Sequence[Commit],
    whole: Interval | None,
    confidence: float,
    told: Sequence[str],
) -> list[str]:
    lines = [f"{one_line(name, 60)}  {_change(whole)}"]
    lines += [f"  asked {one_line(each, 72)}" for each in told]
    if len(suspects) == 1:
        lines.append(f"FOUND  (every answer right: {100 * confidence:.0f} %)")
    else:
        lines.append(f"one of {len(suspects)}, which cannot be told apart:")
    lines += [f"  {commit.short}  {one_line(commit.subject, 66)}" for commit in suspects[:12]]
    if len(suspects) == 1:
        commit = suspects[0]
        lines.append(f"  next  unladen explain {commit.short}^ {commit.short}")
    return lines


def ablation_line(
    name: str, commit: Commit, alone: Interval | None, without: Interval | None
) -> str:
    both = f"alone {_change(alone):<26} still at the end {_change(without)}"
    return f"{commit.short}  {one_line(name, 40):<40}\n  {both}"


def whole_lines(
    name: str, change: Interval | None, alone: Interval | None, interacts: bool
) -> list[str]:
    lines = [f"together  {one_line(name, 60)}", f"  measured {_change(change)}"]
    lines.append(f"  each alone, multiplied {_change(alone)}")
    if interacts:
        lines.append("  they interact: together they are not what they are alone")
    return lines


def _change(found: Interval | None) -> str:
    return f"{percent(found.estimate)} {span(found)}" if found else "not measured"
