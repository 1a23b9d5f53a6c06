"""two shared objects -> whether what is loaded of them is the same.

Two builds of one source differ in debug information, which names the folder of the build, and in
the build's own id; neither is executed. Compared are all sections that are loaded into memory, and
where; anything but ELF is compared by its bytes.
"""

import struct
from dataclasses import dataclass

MAGIC = b"\x7fELF"
LOADED, NO_BITS = 0x2, 8
"""A flag of a section, and the type of one that has no bytes in the file."""
IDENTITY = frozenset({b".note.gnu.build-id"})
MOST_SECTIONS = 4096


@dataclass(frozen=True, slots=True)
class Shape:
    """Of 32 or 64 bits: where the header tells of sections, and how a section's header reads."""

    header: str
    at: int
    section: str


SHAPES = {1: Shape("IIIIHHHHHH", 24, "IIIIIIIIII"), 2: Shape("QQQIHHHHHH", 24, "IIQQQQIIQQ")}
ORDERS = {1: "<", 2: ">"}

Section = tuple[bytes, int, int, int, bytes]
"""Name, type, flags, address, content."""


def same_machine_code(base: bytes, head: bytes) -> bool:
    """In doubt it is not."""
    if base == head:
        return True
    old = _loaded(base)
    return old is not None and bool(old) and old == _loaded(head)


def _loaded(content: bytes) -> list[Section] | None:
    """None where it cannot be read."""
    if len(content) < 64 or not content.startswith(MAGIC):
        return None
    shape, order = SHAPES.get(content[4]), ORDERS.get(content[5])
    if shape is None or order is None:
        return None
    try:
        return _sections(content, shape, order)
    except (struct.error, IndexError, ValueError):
        return None


def _sections(content: bytes, shape: Shape, order: str) -> list[Section]:
    fields = struct.unpack_from(order + shape.header, content, shape.at)
    offset, size, count, names_in = fields[2], fields[7], fields[8], fields[9]
    if not 0 < count <= MOST_SECTIONS or offset + size * count > len(content):
        raise ValueError("no sections")
    headers = [
        struct.unpack_from(order + shape.section, content, offset + size * number)
        for number in range(count)
    ]
    names = _bytes(content, headers[names_in])
    found = []
    for header in headers:
        name = names[header[0] :].partition(b"\0")[0]
        if header[2] & LOADED and name not in IDENTITY:
            found.append((name, header[1], header[2], header[3], _bytes(content, header)))
    return found


def _bytes(content: bytes, header: tuple[int, ...]) -> bytes:
    offset, size = header[4], header[5]
    if header[1] == NO_BITS:
        return str(size).encode()
    if offset + size > len(content):
        raise ValueError("a section beyond the end")
    return content[offset : offset + size]
