"""the parts of a benchmark over commits -> its drawings and tables, and a function's page."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from unladen.model.parts import PartHistory, PartOf, PartStep, Taken
from unladen.output.parts import amount
from unladen.site.pages.bands import Band, Drawing, drawn, largest
from unladen.site.pages.html import (
    Cell,
    Html,
    Page,
    chip,
    foreign,
    joined,
    link,
    number,
    page,
    table,
    tag,
)
from unladen.site.pages.parts import changed, commit_link

STEPS, FUNCTIONS, CALLERS = 60, 40, 20
RESOURCES = ("Python", "Native code", "System, waiting", "GPU")
MEMORY = ("Python's peak", "Memory, peak", "Memory allocated", "Resident")
STEP_HEADS = ("commit", "part", "before", "after", "change", "state", "")

Slugs = Mapping[str, str]
"""Of functions that have a page."""


def on_benchmark(histories: Sequence[PartHistory], slugs: Slugs) -> Html:
    """Below the chart; nothing where nobody took the benchmark apart at two commits."""
    told: list[Html] = []
    for history in histories:
        if len(history.commits) < 2:
            continue
        where = foreign(f"{history.benchmark} on {history.where}")
        told.append(tag("h3", where))
        told += [drawn(each) for each in _drawings(history)]
        told.append(_functions(history, slugs))
        told.append(_steps(history, slugs))
        told.append(_best(history))
    return joined([tag("h2", "What it is made of", id="parts"), *told]) if told else Html("")


def _drawings(history: PartHistory) -> list[Drawing]:
    unit = history.taken[-1].unit
    alike = [side if side.unit == unit else None for side in history.taken]
    names = sorted({name for side in alike if side for name in side.categories})
    categories = [Band(n, [s.categories.get(n, 0.0) if s else None for s in alike]) for n in names]
    what = "Instructions" if unit == "instructions" else "Time"
    return [
        _drawing(history, f"{what} by category", largest(categories), partial(amount, unit=unit)),
        _drawing(history, "Time by kind", _wholes(history, RESOURCES), partial(amount, unit="s")),
        _drawing(history, "Memory", _wholes(history, MEMORY), partial(amount, unit="bytes"), False),
    ]


def _drawing(
    history: PartHistory,
    title: str,
    bands: Sequence[Band],
    shown: Callable[[float], str],
    stacked: bool = True,
) -> Drawing:
    return Drawing(
        title=title,
        bands=bands,
        commits=history.commits,
        places=history.places,
        length=history.length,
        shown=shown,
        stacked=stacked,
        machine=history.machine,
        environment=history.environment,
    )


def _wholes(history: PartHistory, names: Sequence[str]) -> list[Band]:
    bands = [Band(name, [side.wholes.get(name) for side in history.taken]) for name in names]
    return [band for band in bands if any(value for value in band.values)]


def _functions(history: PartHistory, slugs: Slugs) -> Html:
    """The dearest of the newest commit, with their whole history behind a link."""
    last = history.taken[-1]
    whole = sum(last.categories.values())
    ranked = sorted(last.functions.items(), key=lambda item: -item[1].cost)[:FUNCTIONS]
    rows = [
        (
            Cell(_function(key, slugs), key),
            number(amount(each.cost, last.unit), each.cost),
            number(f"{100 * each.cost / whole:.1f} %" if whole else "", each.cost),
            Cell("–") if each.calls is None else number(f"{each.calls:,.0f}", each.calls),
        )
        for key, each in ranked
    ]
    if not rows:
        return Html("")
    heads = ("function", last.unit if last.unit != "s" else "time", "of the whole", "calls")
    shown = table(heads, rows, class_="sort filter", data_label="functions now")
    head = tag("summary", f"The dearest functions at {history.commits[-1].short}")
    return tag("details", head, shown)


def _best(history: PartHistory) -> Html:
    rows = [
        (
            Cell(foreign(each.name), each.name),
            number(amount(each.now, each.unit), each.now),
            number(amount(each.best, each.unit), each.best),
            Cell(commit_link(history.commits[each.row], "../"), each.row),
            changed(each.lost, True),
        )
        for each in history.best
    ]
    if not rows:
        return Html("")
    heads = ("part", "now", "best ever", "at", "lost since")
    shown = table(heads, rows, class_="sort", data_label="parts against their best")
    return tag("details", tag("summary", f"{len(rows)} parts cost more than they once did"), shown)


def _function(key: str, slugs: Slugs) -> Html:
    code = tag("code", foreign(key))
    return link(f"../f/{slugs[key]}.html", code) if key in slugs else code


def _steps(history: PartHistory, slugs: Slugs) -> Html:
    if not history.steps:
        return tag("p", "No part that is counted has changed.")
    rows = [_step(history, step, slugs) for step in history.steps[:STEPS]]
    shown = table(STEP_HEADS, rows, class_="sort filter", data_label="steps of parts")
    more = len(history.steps) - STEPS
    rest = tag("p", f"The newest {STEPS} of {len(history.steps)}.") if more > 0 else Html("")
    head = tag("summary", f"{len(history.steps)} changes of counted parts")
    return tag("details", head, shown, rest)


def _step(history: PartHistory, step: PartStep, slugs: Slugs) -> Sequence[Cell]:
    name = _function(step.name, slugs) if step.of is PartOf.FUNCTION else foreign(step.name)
    worse = step.delta > 0
    return (
        Cell(commit_link(history.commits[step.row], "../"), step.row),
        Cell(name, step.name),
        number(amount(step.before, step.unit), step.before),
        number(amount(step.after, step.unit), step.after),
        changed(step.change, worse) if step.before else Cell("new", step.delta),
        Cell(chip(step.standing, "state-", worse, not worse), step.standing.value),
        Cell("its code changed" if step.own else ""),
    )


def function(told: Page, key: str, histories: Sequence[PartHistory], benchmarks: Slugs) -> str:
    """One function in every benchmark that was taken apart: what it cost, who called it, and which
    commits changed its code."""
    content = [tag("h1", tag("code", foreign(key)))]
    for history in histories:
        if not any(key in side.functions for side in history.taken):
            continue
        content += _in_benchmark(key, history, benchmarks)
    return page(told, *content)


def _in_benchmark(key: str, history: PartHistory, benchmarks: Slugs) -> list[Html]:
    name = foreign(f"{history.benchmark} on {history.where}")
    slug = benchmarks.get(history.name)
    heading = tag("h2", link(f"../b/{slug}.html", name) if slug else name)
    unit = history.taken[-1].unit
    sides = [side if side.unit == unit else None for side in history.taken]
    costs = [_cost(side, key) for side in sides]
    calls = [_calls(side, key) for side in sides]
    parts = [heading]
    for title, values, kind in (("Cost", costs, unit), ("Calls", calls, "count")):
        parts.append(
            drawn(
                _drawing(
                    history,
                    f"{title} in one call of the benchmark",
                    [Band(title.lower(), values)],
                    partial(amount, unit=kind),
                )
            )
        )
    return [*parts, _changes(key, history, costs), *_callers(key, history)]


def _cost(side: Taken | None, key: str) -> float | None:
    if side is None:
        return None
    found = side.functions.get(key)
    return found.cost if found else 0.0


def _calls(side: Taken | None, key: str) -> float | None:
    found = side.functions.get(key) if side else None
    return found.calls if found else None


def _changes(key: str, history: PartHistory, costs: Sequence[float | None]) -> Html:
    """Commits that changed its code or its cost; and the first."""
    stepped = {step.row: step for step in history.steps if step.name == key}
    rows = []
    for row, side in reversed(list(enumerate(history.taken))):
        before = history.taken[row - 1].functions.get(key) if row else None
        here = side.functions.get(key)
        code = row > 0 and (before.body if before else "") != (here.body if here else "")
        seen_first = not row and here is not None
        if not (seen_first or code or row in stepped):
            continue
        commit, cost, step = history.commits[row], costs[row], stepped.get(row)
        rows.append(
            (
                Cell(commit_link(commit, "../"), row),
                Cell(foreign(commit.subject)),
                Cell("–") if cost is None else number(amount(cost, side.unit), cost),
                _moved(step),
                Cell(_what(before is not None, here is not None, code) if row else "first seen"),
            )
        )
    heads = ("commit", "subject", "cost", "change", "code")
    return table(heads, rows, class_="sort filter", data_label="changes of this function")


def _moved(step: PartStep | None) -> Cell:
    if step is None:
        return Cell("")
    if not step.before:
        return Cell("new", step.delta)
    return changed(step.change, step.delta > 0)


def _what(before: bool, here: bool, code: bool) -> str:
    if not code:
        return ""
    if before and here:
        return "changed"
    return "appeared" if here else "vanished"


def _callers(key: str, history: PartHistory) -> list[Html]:
    known = [side.callers[key] for side in history.taken if key in side.callers]
    if not known:
        return []
    names = ", ".join(known[-1][:CALLERS])
    return [tag("p", tag("strong", "Called by "), foreign(names), " (most first, by samples)")]
