"""lines of ours in a file of somebody else's -> the file with them; and without them again, byte
for byte as it was.

Nothing else is kept anywhere: who takes them out may sit before another clone. What stood before
them, and what they were, is told by eight letters in the first of them.
"""

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

FIRST = re.compile(
    r"(?m)^# >>> unladen init ([0-9a-f]{8}): `unladen init --undo` takes these lines out\r?\n"
)
LAST = re.compile(r"(?m)^# <<< unladen init\r?(?:\n|\Z)")
MOST_FOLDERS = 4


class OurLines(Enum):
    """What became of our lines."""

    OUT = "taken out"
    EDITED = "edited since"
    NONE = "not there"


@dataclass(frozen=True, slots=True)
class Without:
    """`text` is None where the file was made for our lines, with so many folders around it."""

    ours: OurLines
    text: str | None
    folders: int = 0
    first: int = 0
    last: int = 0
    """Lines that were left in, because somebody edited them."""


def has_ours(text: str) -> bool:
    return FIRST.search(text) is not None


def with_lines(text: str | None, lines: Sequence[str], folders: int = 0) -> str:
    """At the end. `text` is None where there is no file yet, and not so many folders either."""
    before, kind = _joint(text, folders)
    ending = _ending(text or "")
    first = f"# >>> unladen init {_seal(kind, lines)}: `unladen init --undo` takes these lines out"
    ours = ending.join([first, *lines, "# <<< unladen init", ""])
    return f"{text or ''}{before}{ours}"


def without_lines(text: str, force: bool = False) -> Without:
    """Unless somebody edited them: then they are somebody's. With `force` they go all the same."""
    first = FIRST.search(text)
    last = LAST.search(text, first.end()) if first else None
    if first is None or last is None:
        return Without(OurLines.NONE, text)
    ours = text[first.end() : last.start()].replace("\r\n", "\n").split("\n")[:-1]
    seal = first[1]
    kind = next((kind for kind in _kinds() if _seal(kind, ours) == seal), None)
    if kind is None and not force:
        place = [1 + text.count("\n", 0, each.start()) for each in (first, last)]
        return Without(OurLines.EDITED, text, 0, *place)
    head, tail = text[: first.start()], text[last.end() :]
    if kind is not None and kind.startswith("new") and not head + tail:
        return Without(OurLines.OUT, None, int(kind.removeprefix("new")))
    ending = _ending(first[0])  # of the text around them it may be another by now
    blank = {"line": ending, "open": 2 * ending}.get(kind or "line", "")
    if blank and head.endswith(blank):
        keep = ending if kind == "open" and tail else ""
        head = f"{head.removesuffix(blank)}{keep}"
    return Without(OurLines.OUT, head + tail)


def _joint(text: str | None, folders: int) -> tuple[str, str]:
    """What stands between, and the name of that case."""
    if text is None:
        return "", f"new{folders}"
    if not text:
        return "", "empty"
    ending = _ending(text)
    return (ending, "line") if text.endswith("\n") else (2 * ending, "open")


def _kinds() -> Iterator[str]:
    yield from ("line", "open", "empty")
    yield from (f"new{folders}" for folders in range(MOST_FOLDERS + 1))


def _ending(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _seal(kind: str, lines: Sequence[str]) -> str:
    return hashlib.sha256("\n".join([kind, *lines]).encode("utf-8", "surrogateescape")).hexdigest()[
        :8
    ]
