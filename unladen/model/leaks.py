"""What calls of a benchmark leave behind in their process, and in those that they start."""

from dataclasses import dataclass

MEMORY = "memory"


@dataclass(frozen=True, slots=True, kw_only=True)
class Left:
    """One kind of it; `first` and `last` are of a typical process, over `calls`."""

    what: str
    each: float
    """A call."""
    first: int
    last: int
    calls: int
    processes: int
    """In each of which it was seen."""

    @property
    def unit(self) -> str:
        return "bytes" if self.what == MEMORY else self.what

    @property
    def trend(self) -> str:
        among = f"each of {self.processes} processes" if self.processes > 1 else "one process"
        grown = f"{self.first:,} to {self.last:,}"
        if self.what == MEMORY:
            grown = f"{self.first / 1e6:.1f} to {self.last / 1e6:.1f} MB"
        return f"{grown} in {self.calls:,} calls, in {among}"
