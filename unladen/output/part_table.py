"""an Attribution -> its table: every part before and after, and what the whole could gain by it.

Of self time only, so that the rows and *unaccounted* add up to the whole (I13, I15).
"""

from collections import Counter
from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from unladen.model.attribution import Attribution, Change, Part
from unladen.output.words import one_line

ROWS = 12
RELEVANT = 1e-3
"""Of the whole."""
NAME, CATEGORY = 36, 25
STRUCTURAL = (Change.MOVED, Change.INLINED, Change.APPEARED, Change.VANISHED)
"""Known from the text of both sides, however little it costs (I20)."""
NO_LIMIT = 100.0
"""Times faster: what is nearly the whole may be gained nearly without end."""


def part_rows(attribution: Attribution, all_: bool) -> list[str]:
    shown = attribution.parts if all_ else attribution.parts[:ROWS]
    alike = _of_one_name(attribution.parts)
    head = f"  {'function':<{NAME}} {'base':>6} {'head':>6} {'at most':>7} {'change':>9}"
    rows = [f"{head}  what happened"]
    rows += [_row(part, attribution, alike) for part in shown]
    hidden = attribution.parts[len(shown) :]
    if hidden:
        more = (sum(part.base for part in hidden), sum(part.head for part in hidden))
        rows.append(_figures(f"{len(hidden)} more (--all)", more, attribution))
    whole = attribution.base or 1.0
    base, rest = (f"{100 * each / whole + 0.0:>5.1f}%" for each in attribution.unaccounted)
    rows.append(f"  {'unaccounted':<{NAME}} {base} {rest}")
    return rows


def _signed(delta: float, whole: float, resolved: bool) -> str:
    """Of what hardly changed the sign is not known, unless it is beyond its noise."""
    percent = round(100 * delta / whole, 2) + 0.0
    if not resolved and abs(delta) < RELEVANT * whole:
        return f"±{abs(percent):.2f}%"
    return f"{percent:+.2f}%"


def _figures(
    name: str,
    sides: tuple[float, float],
    attribution: Attribution,
    at_most: str = "",
    resolved: bool = False,
) -> str:
    """Of base's whole, both sides."""
    whole = attribution.base or 1.0
    base, head = (f"{100 * each / whole + 0.0:>5.1f}%" for each in sides)
    change = f"{_signed(sides[1] - sides[0], whole, resolved):>9}"
    return f"  {name:<{NAME}} {base} {head} {at_most:>7} {change}"


def _row(part: Part, attribution: Attribution, alike: AbstractSet[str]) -> str:
    name = part_name(part, NAME, last_name(part) in alike)
    bound = at_most(part.head, attribution)
    figures = _figures(name, (part.base, part.head), attribution, bound, part.resolved)
    return f"{figures}  {one_line(what_happened(part), 60)}"


def at_most(cost: float, attribution: Attribution) -> str:
    """How many times faster head would be if this cost nothing: Amdahl's law (I40)."""
    times = gain(cost, attribution)
    return "-" if times >= NO_LIMIT else f"{times:.2f}x"


def gain(cost: float, attribution: Attribution) -> float:
    rest = 1 - cost / attribution.head if attribution.head else 1.0
    return min(NO_LIMIT, 1 / rest) if rest > 0 else NO_LIMIT


def last_name(part: Part) -> str:
    return part.function.name.rpartition(".")[2] if part.function.body else ""


def _of_one_name(parts: Sequence[Part]) -> AbstractSet[str]:
    """Names that stand for several functions: those are told with their lines (I21)."""
    named = Counter(last_name(part) for part in parts if not part.function.text)
    return {name for name, count in named.items() if name and count > 1}


def part_name(part: Part, width: int, lined: bool = False) -> str:
    function = part.function
    name = f"{function.module}.{function.name}" if function.name != "*" else function.module
    if function.text:
        name = f"{function.module}:{function.line} {function.text}"
    elif lined:
        name = f"{name}:{function.line}"
    name = one_line(name, 200)
    return name if len(name) <= width else f"…{name[-(width - 1) :]}"


def of_the_whole(part: Part, attribution: Attribution) -> str:
    whole = attribution.base or 1.0
    half = (part.high - part.low) / 2 / whole
    return f"{100 * part.delta / whole:+.2f} % of the whole (± {100 * half:.2f})"


def what_happened(part: Part) -> str:
    told = part.change.value
    if part.change in STRUCTURAL:
        return f"{told} ({part.other})" if part.other else told
    if not part.resolved:
        return f"within ± {_sized(part)}"
    counted = part.base_calls is not None and part.head_calls is not None
    if part.change in (Change.MORE, Change.FEWER) and counted:
        told += f": {part.base_calls:g} -> {part.head_calls:g}"
    elif part.change in (Change.SLOWER, Change.FASTER) and part.base:
        told += f": {100 * (part.head / part.base - 1):+.1f} %"
    return f"{told} ({part.other})" if part.other else told


def _sized(part: Part) -> str:
    half = (part.high - part.low) / 2
    return f"{100 * half / part.base:.1f} % of it" if part.base else "its noise"


def category_rows(attribution: Attribution) -> list[str]:
    whole = attribution.base or 1.0
    head = f"  {'category':<{CATEGORY}} {'base':>6} {'head':>6} {'change':>8}"
    rows = ["", f"{head}  {'of itself':>9}  interval"]
    for group in attribution.groups:
        resolved = group.low > 0 or group.high < 0
        own = _signed(group.delta, group.base, resolved) if group.base else "new"
        change = _signed(group.delta, whole, resolved)
        interval = f"[{100 * group.low / whole:+.2f}, {100 * group.high / whole:+.2f}]"
        rows.append(
            f"  {one_line(group.name, CATEGORY):<{CATEGORY}} {100 * group.base / whole:>5.1f}% "
            f"{100 * group.head / whole:>5.1f}% {change:>8}  {own:>9}  "
            f"{interval}"
        )
    return [*rows, AT_MOST, ""]


AT_MOST = "  at most: so many times faster is the whole, if the function costs nothing"
