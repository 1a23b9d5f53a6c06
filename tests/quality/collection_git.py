"""A number of commits -> a git repository of so many: one a day, some with hostile subjects."""

import random
import subprocess
from collections.abc import Iterator
from pathlib import Path

FIRST = 1_577_959_200
"""2 January 2020, ten o'clock UTC."""
DAY = 86_400
CODE = "project/__init__.py"
EVERY_TAG = 100

HOSTILE = (
    "<script>alert(1)</script>",
    "</script></td><img src=x onerror=alert(1)>",
    "\u202egnihtemos sesrever siht\u202c and goes on",
    "שיפור הביצועים של מיון, תיקון #123",
    "تحسين سرعة القراءة (#4711)",
    "🚀👩‍👩‍👧‍👦 faster 🏳️‍🌈 and 性能を上げる",
    "\x1b[31mred\x1b[0m in a terminal",
    "{{7*7}} ${x} %s %(name)s `id` $(id) \\u003c",
    "quotes \" ' & &amp; ]]> <!-- -->",
    "long " + "subject " * 60 + "that never ends",
    "javascript:alert(1) [a link](javascript:alert(2)) https://example.org/?a=b&c=d",
)

WHAT = ("groupby", "the CSV reader", "merge", "reindexing", "string methods", "the block manager")
HOW = (
    "PERF: faster path in {what} for sorted input (#{number})",
    "BUG: {what} ignored the time zone of empty frames (#{number})",
    "REF: move {what} to its own module (#{number})",
    "TYP: annotate {what} (#{number})",
    "DOC: example for {what} (#{number})",
    "CI: pin versions for {what} (#{number})",
    "ENH: {what} accepts nullable columns (#{number})",
    "Backport PR #{number}: revert a change to {what}",
)


def subject(number: int, seed: int) -> str:
    if is_hostile(number):
        return HOSTILE[number // 37 % len(HOSTILE)]
    order = random.Random(f"{seed} subject {number}")
    return order.choice(HOW).format(what=order.choice(WHAT), number=20_000 + 3 * number)


def is_hostile(number: int) -> bool:
    return number % 37 == 5


def date(number: int) -> int:
    """Milliseconds, as asv has them."""
    return (FIRST + number * DAY) * 1000


def create(folder: Path, commits: int, seed: int, files: dict[str, str]) -> list[str]:
    """The hashes, the oldest first; `files` come with the first commit."""
    _git(folder, "init", "-q", "-b", "main", "--object-format=sha1")
    _git(folder, "config", "user.name", "A Test")
    _git(folder, "config", "user.email", "test@example.org")
    _load(folder, b"".join(_commits(range(commits), seed, files)))
    _git(folder, "reset", "-q", "--hard", "main")
    return hashes(folder)


def extend(folder: Path, more: int, seed: int) -> list[str]:
    """Hashes of all, also those that were there."""
    present = len(hashes(folder))
    _load(folder, b"".join(_commits(range(present, present + more), seed, {})))
    _git(folder, "checkout", "-q", "HEAD", "--", CODE)
    return hashes(folder)


def hashes(folder: Path) -> list[str]:
    return _git(folder, "rev-list", "--reverse", "--first-parent", "main").split()


def subjects(folder: Path) -> list[str]:
    told = _git(folder, "log", "--reverse", "--format=%s%x00", "main")
    return [each.strip("\n") for each in told.split("\0")[:-1]]


def _commits(numbers: range, seed: int, files: dict[str, str]) -> Iterator[bytes]:
    for number in numbers:
        who = f"A Test <test@example.org> {FIRST + number * DAY} +0000"
        yield f"commit refs/heads/main\nmark :{number + 1}\n".encode()
        yield f"author {who}\ncommitter {who}\n".encode()
        yield _data(subject(number, seed) + "\n")
        if number and number == numbers[0]:
            yield b"from refs/heads/main^0\n"
        for name, content in files.items() if number == 0 else ():
            yield f"M 100644 inline {name}\n".encode() + _data(content)
        yield f"M 100644 inline {CODE}\n".encode() + _data(f"NUMBER = {number}\n")
        if number % EVERY_TAG == EVERY_TAG - 1:
            name = f"refs/tags/v0.{(number + 1) // EVERY_TAG}"
            yield f"reset {name}\nfrom :{number + 1}\n\n".encode()


def _data(text: str) -> bytes:
    content = text.encode()
    return b"data %d\n%b\n" % (len(content), content)


def _load(folder: Path, stream: bytes) -> None:
    words = ["git", "fast-import", "--quiet"]
    subprocess.run(words, cwd=folder, input=stream, check=True, capture_output=True)


def _git(folder: Path, *words: str) -> str:
    done = subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True)
    return done.stdout.decode()
