"""changes/*.md -> CHANGELOG.md: a list of each release, newest first.

    python -m tests.quality.changelog            writes CHANGELOG.md
    python -m tests.quality.changelog --check    exit 1 if it is not what the fragments say

`changes/released.txt` has a line for each release: its version, its day, and the number of its last
fragment. What comes after the last line is not released yet.
"""

import argparse
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from textwrap import indent

ROOT = Path(__file__).parents[2]
FRAGMENTS = ROOT / "changes"
TARGET = ROOT / "CHANGELOG.md"
COMMAND = "python -m tests.quality.changelog"
NAME = re.compile(r"(?P<number>\d{4})-[a-z0-9-]+")
HEAD = f"""\
# Changes

Written by `{COMMAND}` from `changes/`, where each change that users notice has a file.
"""


@dataclass(frozen=True)
class Release:
    version: str
    day: date
    last: int


def releases(folder: Path) -> list[Release]:
    """Oldest first, each with the fragments after those of the one before it."""
    path = folder / "released.txt"
    found: list[Release] = []
    for line in path.read_text("utf-8").splitlines() if path.is_file() else ():
        words = line.split()
        if len(words) != 3 or not words[2].isdecimal():
            raise SystemExit(f"{path}: {line!r} is not VERSION DAY NUMBER")
        found.append(Release(words[0], date.fromisoformat(words[1]), int(words[2])))
    if [each.last for each in found] != sorted({each.last for each in found}):
        raise SystemExit(f"{path}: the numbers of last fragments do not rise")
    return found


def fragments(folder: Path) -> list[tuple[int, str]]:
    found = []
    for path in sorted(folder.glob("*.md")):
        name = NAME.fullmatch(path.stem)
        if name is None:
            raise SystemExit(f"{path}: is not named like 0042-what-changed.md")
        found.append((int(name["number"]), path.read_text("utf-8").strip()))
    return found


def changelog(folder: Path) -> str:
    """What a reader has not seen yet comes first."""
    left = fragments(folder)
    parts = []
    for release in releases(folder):
        theirs = [each for each in left if each[0] <= release.last]
        left = left[len(theirs) :]
        parts.append(section(f"{release.version} ({release.day})", [text for _, text in theirs]))
    if left:
        parts.append(section("Not released yet", [text for _, text in left]))
    return "\n".join([HEAD, *reversed(parts)])


def section(title: str, texts: Sequence[str]) -> str:
    items = [f"- {indent(text, '  ').lstrip()}\n" for text in reversed(texts)]
    return f"## {title}\n\n{''.join(items)}"


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true")
    asked = parser.parse_args(words)
    text = changelog(FRAGMENTS)
    if asked.check:
        current = TARGET.is_file() and TARGET.read_text("utf-8") == text
        print(f"{TARGET.name}: {'current' if current else f'not current; {COMMAND}'}")
        return 0 if current else 1
    TARGET.write_text(text, "utf-8")
    print(f"{TARGET.name}: {len(fragments(FRAGMENTS))} changes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
