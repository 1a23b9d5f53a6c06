"""The site's own scripts: short functions, names kept to themselves, each loaded by some page.

eslint holds them to more (eslint.config.mjs) where node is; this holds everywhere.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from unladen.site.pages.html import SCRIPTS, TABLES

ROOT = Path(__file__).parents[2]
STATIC = next((ROOT / "unladen").glob("**/static/site.js")).parent
OURS = sorted(STATIC.glob("*.js"))
MOST = 40
LATER = {"longtable.js", "values.js"}
"""Loaded when somebody opens the table of a chart."""

TOKEN = re.compile(
    r"""
    //[^\n]* | /\*.*?\*/                               # comments
    | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*'        # strings
    | (?<=[=(,:!&|?;{}\n])\s*/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+/   # patterns
    | `(?:\\.|[^`\\$]|\$(?!\{))* (?:`|\$\{)            # text up to what is put in, or to its end
    | =>\s*\{ | \bfunction\b | [{}]
    """,
    re.VERBOSE | re.DOTALL,
)
REST = re.compile(r"(?:\\.|[^`\\$]|\$(?!\{))*(`|\$\{)", re.DOTALL)
NO_METHOD = {"if", "for", "while", "switch", "catch", "with"}


def functions(text: str) -> list[tuple[int, int]]:
    """First and last line of each function that has a body in braces."""
    found: list[tuple[int, int]] = []
    opened: list[tuple[str, int]] = []
    begun: int | None = None
    place = 0
    while (token := TOKEN.search(text, place)) is not None:
        word, place = token[0], token.end()
        if word == "function":
            begun = token.start()
            place = _after_parameters(text, place)
        elif word.endswith("${"):
            opened.append(("text", token.start()))
        elif word.startswith("=>"):
            opened.append(("function", _start_of_arrow(text, token.start())))
        elif word == "{":
            whose = begun if begun is not None else _start_of_method(text, token.start())
            opened.append(("block", 0) if whose is None else ("function", whose))
            begun = None
        elif word == "}":
            kind, start = opened.pop()
            if kind == "function":
                found.append((_line(text, start), _line(text, token.start())))
            if kind == "text":
                rest = REST.match(text, place)
                assert rest is not None, text[place : place + 60]
                place = rest.end()
                if rest[1] == "${":
                    opened.append(("text", rest.start()))
    assert not opened, opened
    return found


def _line(text: str, place: int) -> int:
    return text.count("\n", 0, place) + 1


def _after_parameters(text: str, place: int) -> int:
    """They may hold braces of their own."""
    depth = 0
    for at in range(text.index("(", place), len(text)):
        depth += (text[at] == "(") - (text[at] == ")")
        if depth == 0:
            return at + 1
    return place


def _before_parameters(text: str, end: int) -> int:
    """Where they begin that end there, which may be on a line of their own."""
    depth = 0
    for at in range(end, -1, -1):
        depth += (text[at] == ")") - (text[at] == "(")
        if depth == 0:
            return at
    return end


def _start_of_arrow(text: str, place: int) -> int:
    before = text[:place].rstrip()
    return _before_parameters(text, len(before) - 1) if before.endswith(")") else len(before)


def _start_of_method(text: str, place: int) -> int | None:
    before = text[:place].rstrip()
    if not before.endswith(")"):
        return None
    name = re.search(r"\w+\s*$", before[: _before_parameters(text, len(before) - 1)])
    return name.start() if name and name[0].strip() not in NO_METHOD else None


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.name)
def test_no_function_is_longer_than_forty_lines(path: Path) -> None:
    long = [
        f"{path.name}:{first}"
        for first, last in functions(path.read_text("utf-8"))
        if last - first + 1 > MOST
    ]
    assert long == []


def test_every_kind_of_function_is_counted() -> None:
    """A count that sees nothing would hold every script to be short."""
    body = "x;\n" * 41
    kinds = {
        "declared": "function f(a) {\n%s}",
        "arrow": "const f = (a) => {\n%s};",
        "arrow of one": "const f = a => {\n%s};",
        "taken apart": "function f({ a, b: { c } }) {\n%s}",
        "method": "const o = {\n  run(a) {\n%s},\n};",
        "called at once": "(function () {\n%s})();",
        "after a text": "const t = `a${b ? `}` : '{'}c{`; const f = () => {\n%s};",
        "after a pattern": "const r = /[^{}/]+{/.test(a); const f = () => {\n%s};",
        "after a comment": "// it's {\nconst f = () => {\n%s};",
        "over lines": "const f = ({\n a, b,\n}) => {\n%s};",
    }
    for kind, text in kinds.items():
        lengths = [last - first + 1 for first, last in functions(text.replace("%s", body))]
        assert max(lengths) > MOST, kind
    assert functions("if (a) {\n" + body + "}") == []
    assert len(functions((STATIC / "site.js").read_text("utf-8"))) > 10


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.name)
def test_a_script_keeps_its_names_to_itself(path: Path) -> None:
    """All pages' scripts share one room: what is not in the block is everybody's."""
    lines = [each for each in path.read_text("utf-8").splitlines() if not each.startswith("//")]
    assert lines[:2] == ['"use strict";', "{"]
    assert lines[-1] == "}"
    assert all(not each or each.startswith(" ") for each in lines[2:-1])


def test_the_linter_and_the_documentation_say_the_same_number() -> None:
    assert f"max: {MOST}, skipBlankLines: false" in (ROOT / "eslint.config.mjs").read_text("utf-8")
    assert f"at most {MOST} lines" in (ROOT / "docs" / "site.md").read_text("utf-8")


def test_every_script_is_loaded_by_some_page_and_every_one_that_is_loaded_is_there() -> None:
    named = {*TABLES, *(name for names in SCRIPTS.values() for name in names), *LATER}
    assert {name for name in named if "vendor" not in name} == {path.name for path in OURS}


def test_data_is_read_by_name_and_never_by_place() -> None:
    """Rows of data files become objects in site.js, once: a column more shifts nothing."""
    for path in OURS:
        text = path.read_text("utf-8")
        assert not re.search(r"\b(?:commit|values|row|part|one)\[\d+\]", text), path.name


def test_where_node_is_missing_lint_says_that_it_did_not_look() -> None:
    command = [sys.executable, str(ROOT / "tests" / "lint_javascript.py")]
    nowhere = {"PATH": "", "PYTHONHASHSEED": "0"}
    done = subprocess.run(command, env=nowhere, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "node is not here: the JavaScript is not linted\n"


def test_the_linter_is_pinned_and_no_download_host_is_named() -> None:
    pinned = json.loads((ROOT / "package.json").read_text("utf-8"))["devDependencies"]
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in pinned.values()), pinned
    assert "package-lock.json" in (ROOT / ".gitignore").read_text("utf-8").split()
    assert "http" not in (ROOT / "package.json").read_text("utf-8")
