"""Is a loss that no time shows flagged, on the right function, and nothing where nothing was lost?

    python -m tests.quality.flags --planted 30 --harmless 30

Planted in generated projects of eight modules, each of 3 to 20 % and under a gain elsewhere that
is larger: a slower loop, more calls, logging, a wrapper; and a call that holds fifty megabytes, a
cache that drops work, work that left a library for Python. Harmless are comments, other formatting,
another order, names, moves, and functions that nobody calls. Counted by instructions.
"""

import argparse
import itertools
import random
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from tests.e2e.planted import MODULE, MODULES, Module, Plan, base_plan, changed, whole
from tests.quality.planted import LANE, Theatre
from unladen.judge.attribute import attribute
from unladen.judge.categories import Categories
from unladen.judge.flags import Limits, flags_of
from unladen.model.flags import Flag
from unladen.profiling.lanes import finished, run_lane

LEAST, LOGGED = 0.03, 0.10
"""Of the whole; a message that nobody logs costs a fifth of what the plan takes it for, and what is
within the allowance of 1 % is no loss."""
GAIN = 0.01
"""More than the loss, of the whole."""
UNDER_A_GAIN = ("slower", "more calls", "logging", "wrapper")
OTHERS = ("heavier", "less work", "moved to Python")
HARMLESS = ("comment", "formatting", "order", "renamed", "moved", "dead code")
NATIVE = "    data = bytes(range(256)) * {size}\n    total += zlib.crc32(data)\n"
LOOP = "    for k in range({size}):\n        total += k * 7 % 5\n"


def flags(theatre: Theatre, base: Plan, head: Plan) -> list[Flag]:
    theatre.lay(base, 0)
    theatre.lay(head, 1)
    table = theatre.table(1.0)
    for lane in ("calls",) if head.kind == "heavier" else ("calls", "instructions"):
        assert run_lane(table, LANE[lane]), table.notes
    old, new = finished(table)
    return list(flags_of(old, new, attribute(old, new, Categories({}), None), Limits()))


def planted(seed: int, kind: str) -> tuple[Plan, Plan, str]:
    """Before, after, and the kind of flag that is expected; answers are in the plan."""
    base = base_plan(seed)
    if kind in OTHERS:
        return _other(base, seed, kind)
    plans = (changed(base, seed + 1000 * more, kind) for more in itertools.count())
    least = LOGGED if kind == "logging" else LEAST
    plan = next(plan for plan in plans if plan.size >= least)
    order = random.Random(f"{seed}/gain")
    loss = max(plan.size, 0.12 if kind == "wrapper" else 0.0) + GAIN
    able = [name for name in MODULES if name != plan.where]
    for name in order.sample(able, len(able)):
        less = min(loss * whole(base), 0.8 * base.modules[name].own)
        plan.modules[name].own -= int(less)
        loss -= less / whole(base)
        if loss <= 0:
            break
    return base, plan, "hidden loss"


def _other(base: Plan, seed: int, kind: str) -> tuple[Plan, Plan, str]:
    where = random.Random(f"{seed}/other").choice(MODULES)
    plan = Plan({n: Module(n, m.own, m.calls) for n, m in base.modules.items()}, kind, where)
    module = plan.modules[where]
    plan.answers = (f"planted/{where}.py:{where}",)
    if kind == "heavier":
        module.extra = "    held = bytearray(50_000_000)\n    total += len(held)\n"
        plan.answers = ("",)  # who holds it is scalene's to say
    elif kind == "less work":
        module.calls //= 8
        plan.answers = (f"planted/{where}.py:step",)
    else:
        before = base.modules[where]
        for each, text in ((before, NATIVE), (module, LOOP)):
            size = 120_000 if each is before else 60_000
            each.imports, each.extra = "import zlib\n", text.format(size=size)
    return base, plan, kind


def harmless(seed: int, kind: str) -> tuple[Plan, Plan]:
    base = base_plan(seed)
    if kind in ("moved", "dead code"):
        return base, changed(base, seed, kind)
    where = random.Random(f"{seed}/harmless").choice(MODULES)
    plan = Plan({n: Module(n, m.own, m.calls) for n, m in base.modules.items()}, kind, where)
    text = MODULE.format(name=where, imports="", extra="")
    plan.modules[where].text = EDITS[kind](text)
    return base, plan


def _other_order(text: str) -> str:
    begin, end = text.index("def step"), text.index(f"def {_main(text)}")
    return f"{text[:begin]}{text[end:]}\n\n{text[begin:end]}"


def _main(text: str) -> str:
    names = [line.split("(")[0][4:] for line in text.splitlines() if line.startswith("def ")]
    return next(name for name in names if name != "step")


EDITS: dict[str, Callable[[str], str]] = {
    "comment": lambda text: text.replace("    total = 0\n", "    # from nothing\n    total = 0\n"),
    "formatting": lambda text: text.replace("k * 3 % 5", "(\n            k * 3 % 5\n        )"),
    "order": _other_order,
    "renamed": lambda text: text.replace("step(", "one_piece("),
}


def score_planted(theatre: Theatre, cases: int) -> None:
    right: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    for case, kind in zip(range(cases), itertools.cycle((*UNDER_A_GAIN, *OTHERS)), strict=False):
        base, head, expected = planted(case, kind)
        found = flags(theatre, base, head)
        hit = any(
            flag.kind.value == expected
            and ({flag.function, flag.what} & set(head.answers) or head.answers == ("",))
            for flag in found
        )
        asked[kind] += 1
        right[kind] += hit
        if not hit:
            told = ", ".join(f"{flag.kind.value} {flag.function or flag.what}" for flag in found)
            print(f"  case {case} {kind} {head.where} {head.size}: {told or 'nothing'}", flush=True)
    each = ", ".join(f"{kind} {right[kind]}/{asked[kind]}" for kind in asked)
    print(f"planted: {right.total()} of {asked.total()} flagged rightly ({each})", flush=True)


def score_harmless(theatre: Theatre, cases: int) -> None:
    wrong = 0
    for case, kind in zip(range(cases), itertools.cycle(HARMLESS), strict=False):
        found = flags(theatre, *harmless(1000 + case, kind))
        wrong += bool(found)
        for flag in found:
            print(f"  case {case} {kind}: {flag.kind.value} {flag.what}", flush=True)
    print(f"harmless: {wrong} of {cases} flagged", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--planted", type=int, default=28)
    parser.add_argument("--harmless", type=int, default=30)
    asked = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as place:
        theatre = Theatre(Path(place))
        score_planted(theatre, asked.planted)
        score_harmless(theatre, asked.harmless)
    print(f"{time.monotonic() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
