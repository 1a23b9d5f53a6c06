"""profiles of all commits -> the parts on benchmarks' pages, and a page for each dear function."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from unladen import __version__
from unladen.history.part_histories import part_histories
from unladen.model.parts import PartHistory
from unladen.site.draft import SHAPE, Draft
from unladen.site.pages import parted
from unladen.site.pages.parts import slug_of

DEAR = 0.005
"""Of the whole, at any commit: such a function has a page."""
MOST = 300


@dataclass(frozen=True, slots=True)
class Parts:
    """By the name of a benchmark; and the pages of functions."""

    of: Mapping[str, Sequence[PartHistory]] = field(default_factory=dict)
    slugs: Mapping[str, str] = field(default_factory=dict)

    def stamp(self, name: str) -> str:
        """Of what a benchmark's page shows of them."""
        return _stamp(self.of.get(name, ()), self.slugs)


def parts_of(draft: Draft) -> Parts:
    histories = part_histories(draft.history, draft.profiles)
    by_name: dict[str, list[PartHistory]] = {}
    for history in histories:
        by_name.setdefault(history.name, []).append(history)
    taken: set[str] = set()
    slugs = {
        key: slug_of(key, taken, hashlib.sha256(key.encode()).hexdigest())
        for key in _dear(histories)
    }
    return Parts(by_name, slugs)


def write_functions(draft: Draft, parts: Parts) -> None:
    """After the benchmarks: pages of functions link to them."""
    histories = [history for found in parts.of.values() for history in found]
    for key, slug in parts.slugs.items():
        those = [h for h in histories if any(key in side.functions for side in h.taken)]
        stamp = f"{SHAPE} {__version__} {_stamp(those, {key: slug})} {len(draft.slugs)}"
        draft.pages.from_inputs(f"f/{slug}.html", stamp, partial(_function, draft, key, those))


def _function(draft: Draft, key: str, histories: Sequence[PartHistory]) -> str:
    page = draft.page("function", key.rpartition(":")[2], up="../", data=("meta.js",))
    return parted.function(page, key, histories, draft.slugs)


def _dear(histories: Sequence[PartHistory]) -> list[str]:
    """The dearest first."""
    shares: dict[str, float] = {}
    for history in histories:
        for side in history.taken if len(history.commits) > 1 else ():
            whole = sum(side.categories.values())
            for key, each in side.functions.items():
                if whole and each.cost >= DEAR * whole:
                    shares[key] = max(shares.get(key, 0.0), each.cost / whole)
    return sorted(shares, key=lambda key: (-shares[key], key))[:MOST]


def _stamp(histories: Sequence[PartHistory], slugs: Mapping[str, str]) -> str:
    digest = hashlib.sha256(repr(sorted(slugs)).encode())
    for history in histories:
        told = (history.where, history.benchmark, [c.hash for c in history.commits])
        standings = [step.standing.value for step in history.steps]
        digest.update(repr((told, history.taken, standings)).encode())
    return digest.hexdigest()
