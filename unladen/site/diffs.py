"""saved profiles -> what the diff page shows: each of them, and why it differs from others."""

import contextlib
import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

from unladen import __version__
from unladen.errors import UnladenError
from unladen.history.reports import attribution_of, changed_lines
from unladen.model import Commit, Measurement
from unladen.model.histories import RECORD, Group
from unladen.site.draft import SHAPE, Draft
from unladen.site.pages import data, lists
from unladen.site.profile_data import attribution_data, profile_data
from unladen.store.profiles import Profile
from unladen.store.records import safe_name

NEWEST = 8
"""Among so many of the newest profiles of a benchmark each is compared with each; an older one with
its neighbours, so that files grow with the number of profiles and not with its square."""

KEPT = 2 * NEWEST


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfiledSide:
    """A profile that can be read, and where its commit stands among those of the site."""

    profile: Profile
    benchmark: str
    file: str
    place: float
    commit: Commit | None
    """None if it is gone from the repository."""
    environment: str = ""
    """If it says so, and there are several."""

    @property
    def short(self) -> str:
        return self.profile.commit

    @property
    def machine(self) -> str:
        return self.profile.machine

    @property
    def where(self) -> str:
        return f"{self.machine}, {self.environment}" if self.environment else self.machine


def write_diffs(draft: Draft) -> None:
    sides = sorted(_sides(draft), key=lambda side: (side.place, side.short))
    families: dict[tuple[str, str], list[ProfiledSide]] = {}
    for side in sides:
        families.setdefault((side.where, side.benchmark), []).append(side)
    maker = Maker(draft)
    told_of = _told_of_by_commit_pages(draft)
    pairs = [
        maker.put(base, head)
        for family in families.values()
        for base, head in _both_ways(family, told_of.get(family[0].machine, set()))
    ]
    listed = [
        {
            "commit": side.short,
            "benchmark": side.benchmark,
            "machine": side.where,
            "file": side.file,
            "place": side.place,
        }
        for side in sides
    ]
    draft.both("profiles", {"profiles": data.table(listed), "pairs": data.table(pairs)})
    page = draft.page("diff", "What differs", data=("meta.js", "profiles.js"))
    draft.pages.put("diff.html", lists.diff(page, bool(pairs)))


def _sides(draft: Draft) -> Iterator[ProfiledSide]:
    """Each profile is written where it is read, and let go."""
    places = ProfilePlaces(draft)
    several = len({group.environment for group in draft.groups}) > 1
    for profile in draft.profiles.all():
        anatomy = draft.profiles.load(profile)
        if anatomy is None:
            continue
        name = profile.path.name.removesuffix(".json.gz")
        file = f"p/{name}-{profile.machine}.js"
        told = {"file": file, **profile_data(anatomy)}
        draft.pages.put(file, data.script("profile", data.plain(told)))
        commit = places.commit(profile.commit)
        yield ProfiledSide(
            profile=profile,
            benchmark=anatomy.benchmark,
            file=file,
            place=places.of(commit),
            commit=commit,
            environment=anatomy.environment if several else "",
        )


class ProfilePlaces:
    """Where commits stand among those of the site, which need not have all that were profiled."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._order = draft.groups[0].order if draft.groups else {}
        full = {hash_[:12]: hash_ for hash_ in self._order}
        wanted = {profile.commit for profile in draft.profiles.all()}
        known = draft.project.git.commits(full[short] for short in wanted & full.keys())
        self._commits: dict[str, Commit | None] = {hash_[:12]: c for hash_, c in known.items()}

    def commit(self, short: str) -> Commit | None:
        """Those of the branch are known from one question; others are asked for one by one."""
        if short not in self._commits:
            self._commits[short] = None
            with contextlib.suppress(UnladenError):
                self._commits[short] = self._draft.project.git.commit(short)
        return self._commits[short]

    def of(self, commit: Commit | None) -> float:
        if commit is None:
            return -1.0
        if commit.hash in self._draft.places:
            return float(self._draft.places[commit.hash])
        mine = self._order.get(commit.hash)
        if mine is not None:
            earlier = (self._order.get(each.hash, -1) < mine for each in self._draft.commits)
        else:
            earlier = (each.seconds <= commit.seconds for each in self._draft.commits)
        return sum(earlier) - 0.5


def _both_ways(
    family: Sequence[ProfiledSide], told_of: set[tuple[str, str]]
) -> Iterator[tuple[ProfiledSide, ProfiledSide]]:
    """Base and head swapped is a question of its own: what was inlined then appears."""
    for base, head in _pairs(family, told_of):
        yield base, head
        yield head, base


def _pairs(
    family: Sequence[ProfiledSide], told_of: set[tuple[str, str]]
) -> list[tuple[ProfiledSide, ProfiledSide]]:
    by_commit = {side.short: side for side in family}
    named = [
        (by_commit[base], by_commit[head])
        for base, head in sorted(told_of)
        if base in by_commit and head in by_commit
    ]
    neighbours = itertools.pairwise(family)
    newest = itertools.combinations(family[-NEWEST:], 2)
    return list(dict.fromkeys([*neighbours, *newest, *named]))


def _told_of_by_commit_pages(draft: Draft) -> dict[str, set[tuple[str, str]]]:
    """By machine: a commit page asks of the last commit that has a record, profiled or not."""
    found: dict[str, set[tuple[str, str]]] = {}
    for group in draft.groups:
        recorded = [
            commit.hash[:12]
            for commit, sources in zip(group.commits, group.sources, strict=True)
            if any(source.rank == RECORD for source in sources)
        ]
        found.setdefault(safe_name(group.machine), set()).update(itertools.pairwise(recorded))
    return found


class Maker:
    """Files of pairs; the last few profiles and records are kept, as neighbours ask for them."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._anatomy = lru_cache(KEPT)(draft.profiles.load)
        self._record = lru_cache(KEPT)(draft.project.records.read)
        self._changed = lru_cache(KEPT)(partial(changed_lines, draft.project))
        self._groups: dict[str, list[Group]] = {}
        for group in draft.groups:
            self._groups.setdefault(safe_name(group.machine), []).append(group)

    def put(self, base: ProfiledSide, head: ProfiledSide) -> dict[str, str]:
        """Made again only if its profiles or records changed."""
        rest = head.file.removeprefix(f"p/{head.short}-")
        entry = {
            "base": base.short,
            "head": head.short,
            "benchmark": head.benchmark,
            "machine": head.where,
            "file": f"d/{base.short}-{head.short}-{rest}",
        }
        group = self._group(base, head)
        stamp = f"{SHAPE} {__version__} {base.profile.stamp} {head.profile.stamp} "
        stamp += repr(self._draft.project.config)
        for side in (base, head):
            for source in group.sources[self._row(group, side)] if group else ():
                stamp += f" {source.stamp}"
        make = partial(self._made, entry, group, base, head)
        self._draft.pages.from_inputs(entry["file"], stamp, make)
        return entry

    def _made(
        self, entry: Mapping[str, str], group: Group | None, base: ProfiledSide, head: ProfiledSide
    ) -> bytes:
        old, new = (self._anatomy(side.profile) for side in (base, head))
        if old is None or new is None:
            return b""  # it was there a moment ago: the page says that its data is missing
        changed = self._changed(base.commit, head.commit) if base.commit and head.commit else {}
        measured = (self._measured(group, base), self._measured(group, head))
        found = attribution_of(self._draft.project, (old, new), measured, changed)
        return data.script("attribution", data.plain({**entry, **attribution_data(found)}))

    def _group(self, base: ProfiledSide, head: ProfiledSide) -> Group | None:
        """The environment in which both were recorded."""
        for group in self._groups.get(head.machine, []):
            here = head.environment in ("", group.environment)
            if here and all(self._recorded(group, side) for side in (base, head)):
                return group
        return None

    def _recorded(self, group: Group, side: ProfiledSide) -> bool:
        if side.commit is None or side.commit.hash not in group.places:
            return False
        return group.recorded(self._row(group, side))

    def _row(self, group: Group, side: ProfiledSide) -> int:
        return group.places[side.commit.hash if side.commit else ""]

    def _measured(self, group: Group | None, side: ProfiledSide) -> Measurement | None:
        if group is None or side.commit is None:
            return None
        path = self._draft.project.records.path
        record = self._record(path(side.commit.hash, group.machine, group.environment))
        return record.measurements.get(side.benchmark) if record else None
