"""A site -> the same with profiles of three commits, and what became of functions between them."""

from collections.abc import Sequence
from pathlib import Path

from tests.browser.fixture_site import HOSTILE, SUITE, call, identity, table
from unladen.model.lanes import LANES, Total

STACKS = [
    ("pkg/a.py:main\npkg/b.py:parse", 0.4, 0.3),
    ("pkg/a.py:main\npkg/c.py:solve\npkg/c.py:inner", 0.3, 0.5),
    (f"pkg/a.py:main\n{HOSTILE}", 0.1, 0.0),
    ("pkg/a.py:main\npkg/d.py:fresh", 0.0, 0.1),
    ("pkg/a.py:main", 0.2, 0.1),
]
CHANGES = {
    0: ("inlined", "parse_one went into it"),
    1: ("moved", "was pkg.old.inner"),
    2: ("vanished", ""),
    3: ("appeared", ""),
}
PROFILED = (2, 3, 9)
LATER = 9
PAIRS = [(2, 3), (3, 2), (3, 9), (9, 3)]
"""Neighbours both ways; the first and the last were not compared."""


def profile(commit: int, *, stacks: bool) -> dict[str, object]:
    """Of the later commits the head of STACKS, of the earlier ones the base."""
    head = commit >= LATER
    shares = [(stack, new if head else old) for stack, old, new in STACKS]
    seconds = seconds_of(commit)
    return {
        "file": key(commit, stacks=stacks)["file"],
        "seconds": seconds,
        "stacks": table([{"stack": stack, "share": share} for stack, share in shares if share])
        if stacks
        else None,
        "totals": totals_of(seconds, 3e6 if head else 2e6),
    }


def seconds_of(commit: int) -> float:
    return 0.0145 if commit >= LATER else 0.0123


def key(commit: int, *, stacks: bool) -> dict[str, object]:
    name = f"p/{commit}{'' if stacks else '_flat'}.js"
    bench = SUITE if stacks else "suite.flat"
    return {
        "commit": identity(commit)[:12],
        "benchmark": bench,
        "machine": "quiet-box",
        "file": name,
        "place": commit,
    }


def pair(base: int, head: int, *, stacks: bool) -> dict[str, object]:
    return {
        "base": identity(base)[:12],
        "head": identity(head)[:12],
        "benchmark": key(head, stacks=stacks)["benchmark"],
        "machine": "quiet-box",
        "file": f"d/{base}-{head}{'' if stacks else '_flat'}.js",
    }


def attribution(base: int, head: int, *, stacks: bool) -> dict[str, object]:
    """Self times of STACKS; the solver is told to have been moved, the parser to be inlined."""
    sides = [seconds_of(commit) for commit in (base, head)]
    parts = [part(number, sides, (base, head)) for number in range(len(STACKS))]
    amounts = [sum(float(str(each[side])) for each in parts) for side in ("base", "head")]
    groups: list[dict[str, object]] = [
        {"name": name, "base": amounts[0] / 2, "head": amounts[1] / 2, "low": 1e-3, "high": 2e-3}
        for name in ("dsl", "values")
    ]
    return {
        **pair(base, head, stacks=stacks),
        "unit": "s",
        "base": sides[0],
        "head": sides[1],
        "total": {"estimate": 0.178, "low": 0.16, "high": 0.2},
        "unaccounted": {"base": sides[0] - amounts[0], "head": sides[1] - amounts[1]},
        "parts": table(parts),
        "groups": table(groups),
        "never_ran": {"count": 1, "first": ["pkg/a.py:7"]},
        "never_called": {"count": 0, "first": []},
        "notes": ["1.2 % of samples were lost"],
    }


def part(number: int, sides: Sequence[float], commits: tuple[int, int]) -> dict[str, object]:
    stack, *shares = STACKS[number]
    told = [
        share[int(commit >= LATER)] * side
        for share, side, commit in zip([shares, shares], sides, commits, strict=True)
    ]
    delta = told[1] - told[0]
    change, other = CHANGES.get(number, ("costs more per call", ""))
    return {
        "key": stack.split("\n")[-1],
        "name": stack.split(":")[-1],
        "line": number + 1,
        "category": "dsl" if number % 2 else "values",
        "change": change,
        "other": other,
        "base": told[0],
        "head": told[1],
        "low": delta - 1e-4,
        "high": delta + 1e-4,
        "base_calls": 1200 * (number + 1),
        "head_calls": 1200 * (number + 1),
        "by_calls": 0.0,
        "by_cost": delta,
        "base_seconds": told[0],
        "head_seconds": told[1],
        "base_instructions": None,
        "head_instructions": None,
    }


def with_profiles(folder: Path) -> Path:
    """Beside whole stacks a benchmark without any."""
    both = (True, False)
    listed = [key(commit, stacks=stacks) for stacks in both for commit in PROFILED]
    pairs = [pair(*commits, stacks=stacks) for stacks in both for commits in PAIRS]
    texts = {"profiles.js": call("profiles", {"profiles": table(listed), "pairs": table(pairs)})}
    for stacks in both:
        for commit in PROFILED:
            made = profile(commit, stacks=stacks)
            texts[str(made["file"])] = call("profile", made)
        for base, head in PAIRS:
            made = attribution(base, head, stacks=stacks)
            texts[str(made["file"])] = call("attribution", made)
    for name, text in texts.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder


def totals_of(seconds: float, allocated: float) -> list[dict[str, object]]:
    """As publish names them; GPU and peak were not measured."""
    values = {
        "python": 0.6 * seconds,
        "native": 0.3 * seconds,
        "system": 0.1 * seconds,
        "allocated": allocated,
        "calls": 1200.0,
        "instructions": 3e8 * seconds,
    }
    return [
        {"key": f.key, "label": f.label, "unit": f.unit, "value": values.get(f.key)}
        for lane in LANES
        for f in lane.figures
        if f.total is not Total.NONE
    ]
