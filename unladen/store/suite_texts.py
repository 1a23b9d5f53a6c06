"""a suite's folder -> the Python in it, within bounds; of the rest, why it was not read."""

import os
from pathlib import Path

from unladen.tools.suite_files import suite_files

MOST_FILES = 5000
MOST_BYTES = 1 << 21
"""Of one file."""
MOST_IN_ALL = 1 << 25


def suite_texts(suite: Path) -> dict[str, bytes | str]:
    """By path below the suite. No link is followed out of it; a text says why a file is missing."""
    found: dict[str, bytes | str] = {}
    room, inside = MOST_IN_ALL, suite.resolve()
    for path in suite_files(suite, suffix=".py"):
        name = os.fsencode(path.relative_to(suite)).decode("utf-8", "replace")
        if len(found) >= MOST_FILES:
            found[name] = f"there are more than {MOST_FILES} files: the rest is not looked into"
            break
        content = _content(path, inside, room)
        room -= len(content) if isinstance(content, bytes) else 0
        found[name] = content
    return found


def _content(path: Path, inside: Path, room: int) -> bytes | str:
    try:
        if not path.resolve().is_relative_to(inside):
            return "a link out of the suite: not looked into"
        if not path.is_file():
            return "no plain file: not looked into"
        size = path.stat().st_size
        if size > MOST_BYTES:
            return f"{size >> 20} MB of Python: not looked into"
        if size > room:
            return f"the suite has more than {MOST_IN_ALL >> 20} MB: the rest is not looked into"
        with path.open("rb") as file:
            return file.read(MOST_BYTES)
    except (OSError, RuntimeError) as error:
        return f"it cannot be read: {error}"[:200]
