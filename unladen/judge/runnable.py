"""files in which two commits differ -> whether any of them changes what runs.

For results that only git can tell about: no wheel was built of these commits. In doubt it runs.
"""

from collections.abc import Callable, Sequence

from unladen.judge.changed_part import changed_part
from unladen.judge.packaging import CFG, PYPROJECT, Packaged, same_build
from unladen.judge.same_code import alike
from unladen.model.commits import ChangedFile

MOST_BYTES = 1 << 21
"""A larger file of Python is not looked into."""


def runnable(
    differences: Sequence[ChangedFile], packaged: Packaged, read: Callable[[str], bytes | None]
) -> list[str]:
    """Files that may change what runs; empty if none does. Of Python only as many are looked into
    as it takes to find one that does."""
    those = [each for each in differences if packaged.counts(each.name)]
    looked = [each for each in those if _looked_into(each)]
    plain = [each.name for each in those if not _looked_into(each)]
    if plain:
        return [*plain, *(each.name for each in looked)]
    contents = [(each, read(each.base), read(each.head)) for each in looked]
    contents.sort(key=lambda each: len(each[1] or b"") + len(each[2] or b""))
    for number, (each, base, head) in enumerate(contents):
        if not runs_alike(each.name, base, head):
            return [other.name for other, _, _ in contents[number:]]
    return []


def _looked_into(difference: ChangedFile) -> bool:
    there = bool(difference.base and difference.head)
    return there and (difference.name.endswith(".py") or difference.name in (PYPROJECT, CFG))


def runs_alike(name: str, base: bytes | None, head: bytes | None) -> bool:
    """Not where a side cannot be read."""
    if base is None or head is None:
        return False
    if name in (PYPROJECT, CFG):
        old, new = base.decode("utf-8", "replace"), head.decode("utf-8", "replace")
        return same_build(name, old, new)
    if max(len(base), len(head)) > MOST_BYTES:
        return False
    part = changed_part(base, head)
    told = alike(*part) if part is not None else None
    return bool(alike(base, head) if told is None else told)
