"""two versions of a large Python file -> the functions or classes around what differs.

To parse a file of ten thousand lines takes a tenth of a second, and a history has thousands of
changes: where only a few lines differ, what encloses them is parsed alone.
"""

import re
from bisect import bisect_right
from dataclasses import dataclass

STRINGS = re.compile(
    rb'"""[^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*"""'
    rb"|'''[^'\\]*(?:(?:\\.|'(?!''))[^'\\]*)*'''"
    rb'|"(?:[^"\\\n]|\\.)*"'
    rb"|'(?:[^'\\\n]|\\.)*'"
    rb"|\#[^\n]*",
    re.DOTALL,
)
BEGINS = re.compile(rb"^([ ]*)(?:async[ ]+def|def|class)[ ]", re.MULTILINE)
STATEMENT = re.compile(rb"^([ ]*)[A-Za-z_@]", re.MULTILINE)
FUTURE = re.compile(rb"^from __future__ import .*\bannotations\b.*\n", re.MULTILINE)
UNUSUAL = re.compile(rb"[\t\r\f]")


@dataclass(frozen=True, slots=True)
class Enclosing:
    start: int
    end: int
    indent: int


def changed_part(base: bytes, head: bytes) -> tuple[bytes, bytes] | None:
    """Sources that are alike if the whole is; None where that cannot be told cheaply."""
    if UNUSUAL.search(base) or UNUSUAL.search(head):
        return None
    futures = FUTURE.search(base), FUTURE.search(head)
    if (futures[0] is None) != (futures[1] is None):
        return None
    first, last = _differing(base, head)
    old, new = (_around(text, first, len(text) - last) for text in (base, head))
    if (old.start, old.indent, len(base) - old.end) != (new.start, new.indent, len(head) - new.end):
        return None
    future = futures[0][0] if futures[0] and old.start else b""
    before = future + (b"if 1:\n" if old.indent else b"")
    return before + base[old.start : old.end], before + head[new.start : new.end]


def _differing(base: bytes, head: bytes) -> tuple[int, int]:
    """How many bytes of whole lines are the same at the beginning, and at the end."""
    most = min(len(base), len(head))
    first = _common(base, head, most)
    first = base.rfind(b"\n", 0, first) + 1
    last = _common(base[::-1], head[::-1], most - first)
    line = base.find(b"\n", len(base) - last)
    return first, len(base) - line - 1 if line >= 0 else 0


def _common(one: bytes, other: bytes, most: int) -> int:
    """The length of what both begin with, by halving."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _around(text: bytes, first: int, last: int) -> Enclosing:
    """What encloses the lines from `first` to `last`."""
    strings = [m.span() for m in STRINGS.finditer(text) if b"\n" in m[0]]
    starts = [start for start, _ in strings]

    def hidden(place: int) -> bool:
        """Inside of a string of several lines."""
        number = bisect_right(starts, place) - 1
        return number >= 0 and strings[number][0] < place < strings[number][1]

    least = _least_indent(text[first:last])
    start = indent = 0
    for found in BEGINS.finditer(text, 0, first):
        if len(found[1]) < least and not hidden(found.start()):
            start, indent = found.start(), len(found[1])
    start = _with_decorators(text, start, indent)
    for found in STATEMENT.finditer(text, last):
        if len(found[1]) <= indent and not hidden(found.start()):
            return Enclosing(start, found.start(), indent)
    return Enclosing(start, len(text), indent)


def _least_indent(text: bytes) -> int:
    """Of the lines that are not empty."""
    lines = [line for line in text.split(b"\n") if line.strip()]
    return max(1, min((len(line) - len(line.lstrip()) for line in lines), default=1))


def _with_decorators(text: bytes, start: int, indent: int) -> int:
    """Where what decorates it begins, also over several lines."""
    found, place = start, start
    while place > 0:
        line_start = text.rfind(b"\n", 0, place - 1) + 1
        line = text[line_start:place]
        own = line[indent : indent + 1] if line[:indent].isspace() or not indent else b""
        if own == b"@":
            found = line_start
        elif not line.strip() or (own.strip() and own not in b")#"):
            break
        place = line_start
    return found
