"""two Anatomies of a benchmark that got faster -> Flags: work that is perhaps no longer done.

What an author declared, and what is so, is no flag: `Expect: calls FILE:FUNCTION -20%..-10%`.
"""

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet

from unladen.judge.claims import BadClaim, claims_of
from unladen.model.anatomy import Anatomy
from unladen.model.flags import Flag, FlagKind

FEWER_CALLS = 0.05
MORE_ERRORS = 0.05


def less_work(base: Anatomy, head: Anatomy, declared: AbstractSet[str]) -> Iterator[Flag]:
    """Functions that are as they were are called less often; or errors are caught that were none
    before: who fails at once is fast."""
    if not base.calls or not head.calls:
        return
    same = [
        key
        for key, function in head.functions.items()
        if function.body
        and key in base.functions
        and base.functions[key].body == function.body
        and base.calls.get(key, 0.0) > 0
        and key in head.calls
        and key not in declared
    ]
    old, new = (sum(side.calls[key] for key in same) for side in (base, head))
    if old and old - new >= FEWER_CALLS * old:
        most = max(same, key=lambda key: base.calls[key] - head.calls[key])
        yield _flag(head, "calls of functions that did not change", (old, new), most)
    caught = {key: head.handled[key] - base.handled.get(key, 0.0) for key in head.handled}
    old, new = (sum(side.handled.values()) for side in (base, head))
    if new - old >= 1 and new - old >= MORE_ERRORS * old:
        most = max(sorted(caught), key=lambda key: caught[key])
        yield _flag(head, "exceptions that are caught", (old, new), most)


def _flag(head: Anatomy, what: str, counts: tuple[float, float], most: str) -> Flag:
    old, new = counts
    return Flag(
        kind=FlagKind.LESS_WORK,
        benchmark=head.benchmark,
        what=what,
        base=old,
        head=new,
        unit="calls",
        share=(new - old) / (old or 1.0),
        function=most,
    )


def declared_calls(
    trailers: Iterable[tuple[str, str]], base: Anatomy, head: Anatomy
) -> frozenset[str]:
    """Functions whose calls changed as the author said that they would; a line that says nothing
    that could be checked is told by `claims`."""
    try:
        claims = [claim for claim in claims_of(trailers) if claim.metric == "calls"]
    except BadClaim:
        return frozenset()
    found = set()
    for claim in claims:
        old, new = (side.calls.get(claim.about, 0.0) for side in (base, head))
        if old and claim.low <= new / old - 1 <= claim.high:
            found.add(claim.about)
    return frozenset(found)
