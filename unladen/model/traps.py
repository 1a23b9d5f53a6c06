"""What a suite can fool its readers with: rules, and the places where one met something."""

from dataclasses import dataclass, field
from enum import Enum


class Severity(Enum):
    WARNING = "warning"
    """Fails a check."""
    NOTE = "note"
    """Is told, and fails nothing."""


class Needs(Enum):
    """What a rule looks at."""

    SOURCE = "source"
    RECORDS = "records"
    TRACE = "trace"


@dataclass(frozen=True, slots=True, kw_only=True)
class TrapRule:
    id: str
    what: str
    """One sentence: what is wrong where it is found."""
    fix: str
    prevents: tuple[str, ...] = ()
    """Incidents of docs/incidents.md."""
    level: Severity = Severity.WARNING
    needs: Needs = Needs.SOURCE
    on: bool = True
    """Unless the project says otherwise."""


@dataclass(frozen=True, slots=True, order=True)
class Trap:
    """A place where a rule met something."""

    file: str
    """As a reader in the project's folder would type it."""
    line: int
    rule: str
    what: str = field(compare=False)
    also: tuple[int, ...] = field(default=(), compare=False)
    """Further lines of the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """What a check of a suite came to."""

    traps: tuple[Trap, ...]
    files: int
    benchmarks: int
    silenced: int = 0
    asked: tuple[str, ...] = ()
    """Ids of the rules that were on, and had what they look at."""
    notes: tuple[str, ...] = ()
