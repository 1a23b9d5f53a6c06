"""Who was measured, where: commits, machines, environments."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum


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


class BaseUsed(Enum):
    """Which commit is compared with, of the one that was named and the one where head left it."""

    NAMED = "named"
    """Head descends from it: it is both."""
    MERGE_BASE = "merge base"
    EXACT = "exact"
    """As named, because --exact-base asks for that."""
    HEAD_IS_OLDER = "head is older"
    """As named: it descends from head, and head would be compared with itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedBase:
    """The commit that somebody asked to compare with; which one was used stands elsewhere."""

    name: str
    """As it was typed,"""
    head: str
    """and as head was."""
    hash: str
    used: BaseUsed
    newer: int = 0
    """How many commits the named one has that head does not have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedCommits:
    base: Commit
    head: Commit
    asked: AskedBase


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
