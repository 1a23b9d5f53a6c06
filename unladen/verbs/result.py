"""What a verb gives back: lines as they come, an exit code, and what else must be said."""

from collections.abc import Callable, Generator, Iterable, Sequence
from functools import partial
from typing import NamedTuple

from unladen.errors import Exit


class Verbatim(str):
    """A line that is not to be broken: of a diff, of a picture."""

    __slots__ = ()


class ForRunner(str):
    """A command of ours for GitHub's runner, to which no other line is one."""

    __slots__ = ()


class Result(NamedTuple):
    """`lines` may be a generator: its lines are told as they come, while the verb works, and its
    exit code is what it returns. No dataclass: --help would wait for what dataclasses import."""

    lines: Iterable[str]
    exit: Exit = Exit.PASS
    warnings: Sequence[str] = ()
    """Looked at when all lines have been told: of files that were not read, and why."""
    paint: Callable[[str], str] = str
    """A line as a terminal that has colours shows it."""

    def tell(self, say: Callable[[str], None]) -> Exit:
        lines = iter(self.lines)
        step: Callable[[], str] = lines.__next__
        while True:
            try:
                line = step()
            except StopIteration as end:
                return end.value if isinstance(end.value, Exit) else self.exit
            step = lines.__next__
            try:
                say(line)
            except KeyboardInterrupt as stopped:
                if not isinstance(lines, Generator):
                    raise
                step = partial(lines.throw, stopped)  # the verb says what became of its work
