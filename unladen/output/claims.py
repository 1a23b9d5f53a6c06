"""Promises -> lines and JSON: each claim, and what became of it."""

from dataclasses import asdict
from typing import Any

from unladen.model.claims import Promise
from unladen.output.words import one_line

LISTED = 6


def lines(promise: Promise) -> list[str]:
    commit, phase = promise.commit, promise.phase
    name = f"phase {one_line(phase, 12)}  " if phase else ""
    told = [f"{commit.short}  {name}{one_line(commit.subject, 56)}"]
    for each in promise.claims:
        told.append(f"  {each.held.value.upper():<9} {one_line(each.claim.text, 68)}")
        told.append(f"            {one_line(each.why, 68)}")
    told += [f"  TWICE     {twice(phase, *other)}" for other in promise.also]
    if promise.never_ran:
        told.append("  never ran   changed lines that no benchmark of these claims runs")
        told += [f"            {one_line(place, 68)}" for place in promise.never_ran[:LISTED]]
    if len(promise.never_ran) > LISTED:
        told.append(f"            and {len(promise.never_ran) - LISTED} more (--json has them)")
    if promise.why:
        told.append(f"  UNPROVEN  {one_line(promise.why, 100)}")
    return told


def twice(phase: str, commit: str, subject: str) -> str:
    return f"phase {one_line(phase, 12)} is claimed by {commit[:8]}, too: {one_line(subject, 56)}"


def as_json(promise: Promise) -> dict[str, Any]:
    return {
        "commit": promise.commit.hash,
        "phase": promise.phase,
        "why": promise.why,
        "also": [commit for commit, _ in promise.also],
        "never_ran": list(promise.never_ran),
        "claims": [
            {
                "claim": each.claim.text,
                "verdict": each.held.value,
                "why": each.why,
                "found": asdict(each.found) if each.found else None,
            }
            for each in promise.claims
        ],
    }
