"""what the pages of a site are made from, and what they share."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from unladen import __version__
from unladen.history.blame import History
from unladen.model import Commit
from unladen.model.histories import Group, SeriesLevel
from unladen.site.files import Pages
from unladen.site.pages import data
from unladen.site.pages.html import Page
from unladen.site.pages.parts import Signed
from unladen.store.profiles import Profiles
from unladen.store.project import Project

SHAPE = 14
"""Of the pages: counts up when they are made another way, so that all are made again."""


@dataclass(slots=True)
class Draft:
    """What is being made, and what the pages share."""

    project: Project
    history: History
    pages: Pages
    profiles: Profiles
    name: str
    """Of the project, for readers."""
    slugs: dict[str, str] = field(default_factory=dict)
    standing: list[SeriesLevel] = field(default_factory=list)
    benchmarks: list[dict[str, Any]] = field(default_factory=list)
    commits: list[Commit] = field(default_factory=list)
    places: dict[str, int] = field(default_factory=dict)
    pictures: dict[tuple[int, str], Sequence[float]] = field(default_factory=dict)
    """By group and series."""
    people: Mapping[str, Signed] = field(default_factory=dict)

    @property
    def groups(self) -> Sequence[Group]:
        return self.history.ledger.groups

    def signed(self, commit: Commit) -> Signed:
        return self.people.get(commit.hash, Signed())

    def both(self, name: str, value: Any) -> None:
        """For pages a script, for everybody else JSON."""
        told = data.plain(value)
        self.pages.put(f"{name}.json", told)
        self.pages.put(f"{name}.js", data.script(name, told))

    def page(self, name: str, title: str, up: str = "", **more: Any) -> Page:
        made = f"unladen {__version__}"
        return Page(
            name=name,
            title=title,
            project=self.name,
            up=up,
            made=made,
            **more,
        )


def stamp_of(steps: Sequence[tuple[Any, Any]]) -> str:
    """Of what a page says of steps."""
    return " ".join(
        f"{subject.benchmark}{subject.place} {told.step.index} {told.step.before:.3g} "
        f"{told.step.after:.3g} {told.step.low:.3f} {told.step.high:.3f} {told.standing.value} "
        f"{told.why}"
        for subject, told in steps
    )
