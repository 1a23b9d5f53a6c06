"""One comment of unladen's on a pull request, as a forge keeps it."""

import re
from dataclasses import dataclass

MARKER = re.compile(r"<!-- unladen:comment ([A-Za-z0-9._-]{1,40}) ([0-9]{1,18})\.([0-9]{1,18}) -->")
NAME = re.compile(r"[A-Za-z0-9._-]{1,40}")


@dataclass(frozen=True, slots=True, order=True)
class CiRun:
    """Which run of CI it is: of two that write one comment the later counts."""

    number: int
    attempt: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class PostedComment:
    id: int
    author: str
    text: str
    address: str = ""


def marked(text: str, name: str, run: CiRun) -> str:
    """The last line, which no reader sees, says whose comment it is and of which run."""
    return f"{text.rstrip()}\n\n<!-- unladen:comment {name} {run.number}.{run.attempt} -->\n"


def run_of(comment: PostedComment, name: str) -> CiRun | None:
    """Of which run a comment is; None where it is another's."""
    lines = comment.text.rstrip().splitlines()
    found = MARKER.fullmatch(lines[-1].strip()) if lines else None
    if found is None or found[1] != name:
        return None
    return CiRun(int(found[2]), int(found[3]))
