"""Work that one machine does by itself, and what came of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class BuiltWheel:
    """A commit's wheel for an environment, on its way to who installs it."""

    commit: str
    environment: str
    name: str
    """Of its file."""
    content: bytes
    serves: str
    """Machines that can use it, if it is compiled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """A verb's words; both sides of whatever it compares stay on one machine."""

    words: tuple[str, ...]
    label: str
    """For people: what is being done."""
    commits: tuple[str, ...] = ()
    """What is known of them goes along with it."""
    needs: tuple["Unit", ...] = ()
    """Builds, which others may do before it; who does it can do them, too."""
    machine: str = ""
    """Whose it is, by its name in records, if that machine is there; else anybody's."""
    builds: bool = False
    """It measures nothing: it may run beside what measures."""
    files: Mapping[str, bytes] = field(default_factory=dict)
    """What is known of its commits, by path below the project's folder."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished:
    """What a unit told and measured; or why there is nothing."""

    unit: Unit
    machine: str = ""
    exit: int = 0
    output: str = ""
    said: str = ""
    """The end of what it wrote beside its output."""
    files: Mapping[str, bytes] = field(default_factory=dict)
    """New or changed, by path below the project's folder."""
    wheels: tuple[BuiltWheel, ...] = ()
    seconds: float = 0.0
    """Of the call, and"""
    beside: float = 0.0
    """of all else that the machine did for it."""
    failed: str = ""
    """Why nothing of it came home."""
    given_up: bool = False
    """It took its machine along, again and again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parcel:
    """A project as a machine without a checkout needs it."""

    version: str
    """Of unladen: both ends must be of one."""
    name: str
    """The same for the same project, so that its environments are found again."""
    history: bytes
    """Objects of git, packed."""
    shallow: bytes
    refs: Mapping[str, str]
    commits: tuple[str, ...]
    """What the pack was made for: who has these has all of it."""
    head: str
    """What is checked out: a suite may read more than itself."""
    inside: str
    """Where in the repository the project's folder is."""
    files: Mapping[str, bytes]
    """As they are now: the configuration and the suite."""
    results: tuple[str, ...]
    """Folders of what comes home, below the project's."""
