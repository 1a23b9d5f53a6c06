"""What one process ran of a benchmark, as it was seen."""

from dataclasses import dataclass, replace

Code = tuple[str, int]
"""File and first line of a code object."""


@dataclass(frozen=True, slots=True)
class Ran:
    """What one process ran of build and suite, and what it imported."""

    codes: frozenset[Code] = frozenset()
    modules: frozenset[str] = frozenset()
    foreign: frozenset[str] = frozenset()
    """Packages that belong to neither build, suite nor Python."""
    words: frozenset[str] = frozenset()
    """Names in code that stands in no file."""
    unseen: tuple[str, ...] = ()
    opened: frozenset[str] = frozenset()
    """Files in folders of tests."""
    seconds: float = 0.0
    """Of the quickest call; 0 where there was none."""
    each: float = 0.0
    """Of a call with the set-up that goes before it."""
    setup: float = 0.0
    """Of the first set-up."""
    waits: bool = False
    steady: bool = False
    """The first call took as long as the next."""
    given: float = 0.0
    """Seconds in which it was not done."""
    draws: frozenset[str] = frozenset()
    """Lines that ask for chance which no seed governs."""
    outlives: frozenset[str] = frozenset()
    """Files that the next run finds."""
    processes: float = 0.0
    """That a call starts; seconds in which it is busy with that, and CPU seconds in them."""
    starting: float = 0.0
    children: float = 0.0

    def beside(self, other: "Ran") -> "Ran":
        return replace(
            self,
            codes=self.codes | other.codes,
            modules=self.modules | other.modules,
            foreign=self.foreign | other.foreign,
            words=self.words | other.words,
            unseen=(*self.unseen, *other.unseen),
            opened=self.opened | other.opened,
            draws=self.draws | other.draws,
        )
