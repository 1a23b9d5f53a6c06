"""what commits do alone, and together -> lines and JSON."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from unladen.model.searches import Ablated, Together
from unladen.output.words import change_of, one_line

SCHEMA = 1


def commit_lines(one: Ablated) -> list[str]:
    both = f"alone {change_of(one.alone):<26} still at the end {change_of(one.without)}"
    told = [f"{one.commit.short}  {one_line(one.benchmark, 40):<40}", f"  {both}"]
    if one.why:
        told.append(f"  why   {one_line(one.why, 72)}")
    return told


def whole_lines(whole: Together) -> list[str]:
    told = [
        f"together  {one_line(whole.benchmark, 60)}",
        f"  measured {change_of(whole.change)}",
        f"  each alone, multiplied {change_of(whole.alone)}",
    ]
    if whole.interacts:
        told.append("  they interact: together they are not what they are alone")
    return told


def as_json(each: Sequence[Ablated], together: Sequence[Together]) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "commits": [asdict(one) | {"commit": one.commit.hash} for one in each],
        "together": [asdict(whole) | {"interacts": whole.interacts} for whole in together],
    }
