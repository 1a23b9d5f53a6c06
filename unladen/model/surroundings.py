"""What `init` sees of a project: its packages, its suites, its CI, before anything is opened."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class PackageLayout:
    """A top-level package; `parts` are its own modules and sub-packages, by their bytes of code."""

    name: str
    place: str
    """Below the project's folder."""
    parts: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    folder: Path
    """Of the suite; where there is none, the one that was asked about."""
    top: Path | None = None
    """Of the repository."""
    has_asv: bool = False
    tests: tuple[str, ...] = ()
    """Files whose tests ask for pytest-benchmark's fixture, below the folder."""
    packages: tuple[PackageLayout, ...] = ()
    ci: tuple[str, ...] = ()
    """Names of CI systems; those that this repository is likely to use."""
    suites: int = 1
    """How many folders of the repository have one: of several, each gets a workflow of its own."""

    @property
    def inside(self) -> str:
        """The folder, as from the top of the repository."""
        if self.top is None or self.folder == self.top:
            return ""
        return self.folder.relative_to(self.top).as_posix()
