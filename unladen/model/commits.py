"""Who was measured, where: commits, machines, environments."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Commit:
    hash: str
    tree: str
    subject: str
    seconds: int
    """Commit time, in seconds since 1970."""

    @property
    def short(self) -> str:
        return self.hash[:8]


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    name: str
    cpu: str
    cores: int
    system: str
    memory_mb: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Environment:
    """What a commit was measured in; the packages are what pip would freeze."""

    name: str
    python: str
    packages: Mapping[str, str] = field(default_factory=dict)
    variables: Mapping[str, str] = field(default_factory=dict)
    compiler: str = ""


@dataclass(frozen=True, slots=True)
class ChangedFile:
    """A file that two trees have differently; an id is empty where there is no file."""

    name: str
    base: str
    head: str
