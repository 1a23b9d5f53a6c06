"""events of commits that are not neighbours -> those of the commits between that may have done it.

A step lies between two measured commits; of those that nobody measured git says which change
anything that runs, so that a range of twenty may have two to look at.
"""

import itertools
from collections.abc import Sequence
from dataclasses import replace

from unladen.history.changes import Changes
from unladen.model.histories import Event
from unladen.store.project import Project

MOST_EVENTS, MOST_BETWEEN = 100, 60
"""The newest events, and commits of one: more are not looked at."""


def with_suspects(project: Project, changes: Changes, events: Sequence[Event]) -> list[Event]:
    """Each with how many commits it may be, and which of them change what runs."""
    line = project.git.first_parents(project.branch())
    places = {hash_: place for place, hash_ in enumerate(line)}
    spans: dict[int, Sequence[str]] = {}
    for number, event in enumerate(events[:MOST_EVENTS]):
        first, last = places.get(event.since.hash), places.get(event.commit.hash)
        if first is not None and last is not None and 1 < last - first <= MOST_BETWEEN:
            spans[number] = line[first : last + 1]
    known = project.git.commits({each for span in spans.values() for each in span})
    chains = {
        number: [known[each] for each in span]
        for number, span in spans.items()
        if all(each in known for each in span)
    }
    changes.look([pair for chain in chains.values() for pair in itertools.pairwise(chain)])
    found = list(events)
    for number, chain in chains.items():
        able = [b for a, b in itertools.pairwise(chain) if changes.between(a, b) != []]
        found[number] = replace(found[number], among=len(chain) - 1, suspects=able)
    return found
