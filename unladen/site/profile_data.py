"""anatomies and attributions -> what the diff page draws."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from unladen.model.anatomy import Anatomy
from unladen.model.attribution import Attribution, CategorySum, Part
from unladen.model.lanes import LANES, Total
from unladen.site.pages.data import table

MOST_LISTED = 200


def profile_data(anatomy: Anatomy) -> dict[str, Any]:
    """One side: whole stacks and resources, with nothing where a profiler said nothing."""
    return {
        "seconds": anatomy.seconds,
        "stacks": _stacks(anatomy),
        "totals": [
            {
                "key": figure.key,
                "label": figure.label,
                "unit": figure.unit,
                "value": lane.total(anatomy, figure),
            }
            for lane in LANES
            for figure in lane.figures
            if figure.total is not Total.NONE
        ],
    }


def _stacks(anatomy: Anatomy) -> dict[str, Any] | None:
    if not anatomy.stacks:
        return None
    return table([{"stack": stack, "share": share} for stack, share in anatomy.stacks.items()])


def attribution_data(found: Attribution) -> dict[str, Any]:
    """What the diff page shows of a pair: as it was attributed, with nothing to work out."""
    old, new = found.unaccounted
    least = ROUNDING * max(found.base, found.head)
    total = found.total
    return {
        "unit": found.unit,
        "base": _cut(found.base),
        "head": _cut(found.head),
        "total": asdict(total) if total else None,
        "unaccounted": {"base": _cut(old, least), "head": _cut(new, least)},
        "parts": table([_part(part, least) for part in found.parts]),
        "groups": table([_group(group, least) for group in found.groups]),
        "never_ran": _first(found.never_ran),
        "never_called": _first(found.never_called),
        "notes": found.notes,
    }


def _first(items: Sequence[str]) -> dict[str, Any]:
    """Between commits far apart it is every other line."""
    return {"count": len(items), "first": items[:MOST_LISTED]}


ROUNDING = 1e-9
"""Of the whole: what sums leave over is nothing."""
AMOUNTS = ("base", "head", "low", "high", "by_calls", "by_cost")
OTHERS = (
    *("base_calls", "head_calls"),
    *("base_seconds", "head_seconds", "base_instructions", "head_instructions"),
)


def _part(part: Part, least: float) -> dict[str, Any]:
    return {
        "key": part.function.key,
        "name": part.function.name,
        "line": part.function.line,
        "category": part.category,
        "change": part.change.value,
        "other": part.other,
        **{name: _cut(getattr(part, name), least) for name in AMOUNTS},
        **{name: _cut(getattr(part, name)) for name in OTHERS},
    }


def _group(group: CategorySum, least: float) -> dict[str, Any]:
    return {
        "name": group.name,
        **{name: _cut(getattr(group, name), least) for name in ("base", "head", "low", "high")},
    }


def _cut(value: float | None, least: float = 0.0) -> float | None:
    """Eight digits: more than any count needs that is shown, and half the size of all of them."""
    if value is None:
        return None
    return float(f"{value:.8g}") if abs(value) > least else 0.0
