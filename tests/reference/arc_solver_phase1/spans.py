"""code between with-lines -> tree of calls, wall seconds and CPU seconds.

What no span covers is shown as unaccounted, also when it is nothing: a list of parts that hides
its remainder has sent people after the wrong part before (INCIDENTS I13 to I15).

CPU is that of the whole process. Spans belong to one thread; when several threads work at once,
each would be charged for all of them.
"""

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from math import fsum
from time import perf_counter, process_time
from typing import Literal, TypeAlias

Clock: TypeAlias = Literal["wall", "cpu"]

UNACCOUNTED = "unaccounted"
LARGEST_SUM = 1.005
RESOLUTION = 1e-6  # seconds; below it, rounding in a stored tree looks like overlap
NAME_COLUMNS = 48
LARGEST_INDENT = 32


class SpanOrderError(RuntimeError):
    """A span was entered or left while another one inside it, or elsewhere, was open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpanTree:
    """What was measured under one name, with its parts in the order of their first beginning.

    Once trees of several workers are added up, wall seconds are worker-seconds: work done, never
    time elapsed.
    """

    name: str
    calls: int
    wall_seconds: float
    cpu_seconds: float
    children: tuple["SpanTree", ...] = ()

    def __post_init__(self) -> None:
        names = [child.name for child in self.children]
        if len(set(names)) != len(names):
            raise ValueError(f"span {self.name!r} has two parts of one name: {names}")
        if self.name in ("", UNACCOUNTED):
            raise ValueError(f"a span cannot be called {self.name!r}")
        if not (self.calls >= 0 and self.wall_seconds >= 0 and self.cpu_seconds >= 0):
            raise ValueError(f"span {self.name!r} has a negative figure: {self}")

    @property
    def unaccounted_wall(self) -> float:
        return self.unaccounted("wall")

    @property
    def unaccounted_cpu(self) -> float:
        return self.unaccounted("cpu")

    def seconds(self, clock: Clock) -> float:
        return self.wall_seconds if clock == "wall" else self.cpu_seconds

    def unaccounted(self, clock: Clock) -> float:
        """What no part accounts for; nothing where there are no parts to compare with."""
        if not self.children:
            return 0.0
        return self.seconds(clock) - sum(child.seconds(clock) for child in self.children)

    def to_json(self) -> dict[str, object]:
        return {
            "name": self.name,
            "calls": self.calls,
            "wall_seconds": self.wall_seconds,
            "cpu_seconds": self.cpu_seconds,
            "children": [child.to_json() for child in self.children],
        }

    @classmethod
    def from_json(cls, value: object) -> "SpanTree":
        """The tree that `to_json` made this of, before or after a passage through JSON text."""
        match value:
            case {
                "name": str(name),
                "calls": int(calls),
                "wall_seconds": int() | float() as wall,
                "cpu_seconds": int() | float() as cpu,
                "children": list(children),
            }:
                parts = tuple(map(cls.from_json, children))
                return cls(
                    name=name, calls=calls, wall_seconds=wall, cpu_seconds=cpu, children=parts
                )
        raise ValueError(f"not a span tree: {value!r:.200}")


class _Span:
    """One place in the tree, and the context manager for it: made once, entered often."""

    __slots__ = (
        "calls",
        "children",
        "cpu",
        "cpu_start",
        "name",
        "owner",
        "parent",
        "wall",
        "wall_start",
    )

    def __init__(self, name: str, parent: "_Span | None", owner: "Spans") -> None:
        self.name, self.parent, self.owner = name, parent, owner
        self.children: dict[str, _Span] = {}
        self.calls = 0
        self.wall = self.cpu = self.wall_start = self.cpu_start = 0.0

    def __enter__(self) -> None:
        owner = self.owner
        if owner.here is not self.parent:
            raise SpanOrderError(f"{self.name!r} entered from {owner.here.name!r}, not where made")
        owner.here = self
        self.calls += 1
        self.cpu_start = process_time()
        self.wall_start = perf_counter()

    def __exit__(self, *_: object) -> None:
        wall, cpu = perf_counter(), process_time()
        owner = self.owner
        if owner.here is not self or self.parent is None:
            raise SpanOrderError(f"{self.name!r} left while {owner.here.name!r} is open")
        owner.here = self.parent
        # Added, never assigned: the last of many calls once passed for all of them (I13).
        self.wall += wall - self.wall_start
        self.cpu += cpu - self.cpu_start

    def part(self, name: str) -> "_Span":
        span = self.children.get(name)
        if span is None:
            if name in ("", UNACCOUNTED):
                raise ValueError(f"a span cannot be called {name!r}")
            span = self.children[name] = _Span(name, self, self.owner)
        return span

    def add(self, tree: SpanTree) -> None:
        self.calls += tree.calls
        self.wall += tree.wall_seconds
        self.cpu += tree.cpu_seconds
        for child in tree.children:
            self.part(child.name).add(child)


class Spans:
    """`with spans("load"):` - nested, adding up over calls of one name in one place.

    The whole begins when this is made, and has no end: every `freeze` reports up to its moment.
    """

    __slots__ = ("_root", "here")

    def __init__(self, name: str = "total") -> None:
        self._root = self.here = _Span(name, None, self)
        self._root.calls = 1
        self._root.cpu_start, self._root.wall_start = process_time(), perf_counter()

    def __call__(self, name: str, /) -> AbstractContextManager[None]:
        here = self.here
        return here.children.get(name) or here.part(name)

    def attach(self, tree: SpanTree, /, *, same_process: bool = False) -> None:
        """Put the tree of a worker under the open span.

        The CPU of another process is added to every open span, whose own clock could not see it;
        what was done in the same process, they have counted already. Wall is not added, because
        they were waiting meanwhile: that of several workers at once may exceed the span's own.
        """
        self.here.part(tree.name).add(tree)
        for span in () if same_process else self._open():
            span.cpu += tree.cpu_seconds

    def freeze(self) -> SpanTree:
        """What was measured until now, with the open spans as far as they have come."""
        wall, cpu = perf_counter(), process_time()
        open_spans = set(self._open())

        def frozen(span: _Span) -> SpanTree:
            running = span in open_spans
            return SpanTree(
                name=span.name,
                calls=span.calls,
                wall_seconds=span.wall + (wall - span.wall_start if running else 0.0),
                cpu_seconds=span.cpu + (cpu - span.cpu_start if running else 0.0),
                children=tuple(frozen(child) for child in span.children.values()),
            )

        return frozen(self._root)

    def _open(self) -> Iterator[_Span]:
        span: _Span | None = self.here
        while span is not None:
            yield span
            span = span.parent


class _Off(Spans):
    """Takes spans and measures nothing, at the price of a call."""

    __slots__ = ()

    def __init__(self) -> None:
        pass

    def __call__(self, _name: str, /) -> AbstractContextManager[None]:
        return _NOTHING

    def attach(self, _tree: SpanTree, /, *, same_process: bool = False) -> None:
        pass

    def freeze(self) -> SpanTree:
        return SpanTree(name="off", calls=0, wall_seconds=0.0, cpu_seconds=0.0)


_NOTHING = nullcontext()
OFF = _Off()


def merge(trees: Iterable[SpanTree]) -> SpanTree:
    """The trees of several workers added up, name by name: wall becomes worker-seconds."""
    alike = tuple(trees)
    names = {tree.name for tree in alike}
    if len(names) != 1:
        raise ValueError(f"only trees of one name can be added up, not {sorted(names)}")
    parts: dict[str, list[SpanTree]] = {}
    for tree in alike:
        for child in tree.children:
            parts.setdefault(child.name, []).append(child)
    return SpanTree(
        name=names.pop(),
        calls=sum(tree.calls for tree in alike),
        wall_seconds=fsum(tree.wall_seconds for tree in alike),
        cpu_seconds=fsum(tree.cpu_seconds for tree in alike),
        children=tuple(merge(same) for same in parts.values()),
    )


def lines(tree: SpanTree, clock: Clock = "wall") -> list[str]:
    """The tree as text of 80 columns, with shares of the whole.

    ValueError when parts exceed their whole: they overlap, and no share of them means anything.
    """
    _refuse_overlap(tree, clock)
    head = f"{'span':<{NAME_COLUMNS}}{clock + ' s':>12}{'share':>9}{'calls':>11}"
    return [head, *_rows(tree, clock, tree.seconds(clock), 0)]


def _refuse_overlap(tree: SpanTree, clock: Clock) -> None:
    whole = tree.seconds(clock)
    parts = whole - tree.unaccounted(clock)
    if parts > max(LARGEST_SUM * whole, whole + RESOLUTION):
        raise ValueError(
            f"the parts of span {tree.name!r} take {parts:.6f} s of its {whole:.6f} s by the "
            f"{clock} clock: they overlap. For the work of parallel workers take the cpu clock"
        )
    for child in tree.children:
        _refuse_overlap(child, clock)


def _rows(tree: SpanTree, clock: Clock, whole: float, depth: int) -> Iterator[str]:
    yield _row(tree.name, depth, (tree.seconds(clock), whole), str(tree.calls))
    for child in tree.children:
        yield from _rows(child, clock, whole, depth + 1)
    if tree.children:
        yield _row(UNACCOUNTED, depth + 1, (tree.unaccounted(clock), whole), "")


def _row(name: str, depth: int, figures: tuple[float, float], calls: str) -> str:
    seconds, whole = figures
    share = 100 * seconds / whole if whole else 0.0
    label = " " * min(2 * depth, LARGEST_INDENT) + name
    if len(label) >= NAME_COLUMNS:
        label = label[: NAME_COLUMNS - 2] + "…"
    seconds, share = round(seconds, 4) + 0.0, round(share, 1) + 0.0  # never -0.0
    return f"{label:<{NAME_COLUMNS}}{seconds:>12.4f}{share:>7.1f} %{calls:>11}".rstrip()
