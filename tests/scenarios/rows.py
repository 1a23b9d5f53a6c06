"""Which scenario belongs to which incident, what takes its check away, and what its user reads."""

import inspect
import re
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
EXCERPTS = HERE / "excerpts"
NUMBERS = tuple(f"I{number:02}" for number in range(1, 61))

Test = Callable[..., None]


@dataclass(frozen=True)
class Sabotage:
    """What makes unladen blind to one accident: in `file`, `old` becomes `new`."""

    file: str
    old: str
    new: str

    def fits(self, root: Path) -> bool:
        return (root / self.file).read_text().count(self.old) == 1

    def apply(self, root: Path) -> None:
        path = root / self.file
        path.write_text(path.read_text().replace(self.old, self.new))


@dataclass
class Row:
    number: str
    word: str
    """What happened, in a line."""
    sabotage: Sabotage | None = None
    missing: str = ""
    """What of the row cannot be answered, if anything."""
    remark: str = ""
    """What the scenario says of itself."""
    tests: list[str] = field(default_factory=list)
    controls: list[str] = field(default_factory=list)


ROWS: dict[str, Row] = {}
"""Filled by the decorators below when the modules of scenarios are imported."""


def scenario(
    number: str, word: str, sabotage: Sabotage, missing: str = ""
) -> Callable[[Test], Any]:
    """The accident of a row: what its user reads, and the exit code. One row, one scenario."""
    assert number in NUMBERS, number

    def noted(test: Test) -> Any:
        row = ROWS.setdefault(number, Row(number, word))
        assert not row.tests, f"{number} has two scenarios"
        row.word, row.sabotage, row.missing = word, sabotage, missing
        row.remark = inspect.getdoc(test) or ""
        row.tests.append(_place(number, test))
        return pytest.mark.incident(number)(test)

    return noted


def control(number: str) -> Callable[[Test], Any]:
    """The same situation with nothing wrong in it, where unladen says nothing of the kind."""
    assert number in NUMBERS, number

    def noted(test: Test) -> Any:
        ROWS.setdefault(number, Row(number, "")).controls.append(_place(number, test))
        return test

    return noted


def _place(number: str, test: Test) -> str:
    assert test.__name__.startswith(f"test_{number.lower()}_"), test.__name__
    return f"{test.__module__.replace('.', '/')}.py::{test.__name__}"


@dataclass(frozen=True)
class Told:
    """Keeps of what a command printed the lines that answer the accident, for docs/incidents.md."""

    number: str
    anew: bool

    def __call__(self, done: subprocess.CompletedProcess[str], *fragments: str) -> None:
        """Each fragment picks the next line that has it; digits, hashes and bars may differ."""
        text = f"$ {_command(done.args)}\n" + "".join(
            f"{line}\n" for line in picked(done.stdout + done.stderr, fragments)
        )
        text = re.sub(r"(/[\w.-]+)*/pytest-\w+(/[\w.-]+)*?/(?=victim)", "", text)
        path = EXCERPTS / f"{self.number}.txt"
        if self.anew:
            path.write_text(text)
        assert masked(text) == masked(path.read_text()), f"pytest --excerpts writes {path} anew"


def picked(output: str, fragments: tuple[str, ...]) -> list[str]:
    lines, found = output.splitlines(), []
    for fragment in fragments:
        place = next((k for k, line in enumerate(lines) if fragment in line), None)
        assert place is not None, f"{fragment!r} does not stand in (the rest of)\n{output}"
        found.append(lines[place].rstrip())
        lines = lines[place + 1 :]
    return found


def masked(text: str) -> str:
    """Without what differs from run to run."""
    text = re.sub(r"\b[0-9a-f]{7,40}\b", "#", text)
    text = re.sub(r"[±+−-]?\d[\d,.]*[%x]?", "#", text)
    text = re.sub(r"[▁-█▏▎▍▌▋▊▉░▒▓]+", "#", text)
    text = re.sub(r"[ \t]+", " ", text)
    text = re.sub(r"# (ns|us|ms|s)\b", "#", text)
    text = re.sub(r"\bof (base|head) is\b", "of one is", text)  # of whichever has more
    return re.sub(r"#( #)+", "#", text)


def _command(words: list[str]) -> str:
    """`python -m unladen gate a b` as somebody would type it."""
    program, *rest = words[words.index("-m") + 1 :]
    return " ".join([program.replace("_", "-"), *rest])
