"""The program itself -> docs/reference.md: every verb, option, exit code, setting and schema.

python -m tests.quality.reference            writes docs/reference.md
python -m tests.quality.reference --check    exit 1 if it is not what the program says
"""

import argparse
import ast
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from inspect import getsource
from pathlib import Path
from textwrap import dedent
from typing import Any

from unladen import cli, errors
from unladen.config import CheckConfig, Config, ProfileConfig
from unladen.errors import Exit, UnladenError
from unladen.verbs import VERBS

ROOT = Path(__file__).parents[2]
TARGET = ROOT / "docs" / "reference.md"
SCHEMAS = ROOT / "unladen" / "schema"
COMMAND = "python -m tests.quality.reference"

HEAD = f"""\
# Reference

Every verb, option, exit code, setting and schema, as the program itself tells them: `{COMMAND}`
writes this page, and a test holds it to that. What they are for: [a first hour](unladen.md).
"""


def verb_parser(verb: str) -> argparse.ArgumentParser:
    """With its flags, as on the command line."""
    top = cli.parser([verb])
    (choices,) = (a.choices for a in top._actions if isinstance(a, argparse._SubParsersAction))
    found: argparse.ArgumentParser = choices[verb]
    return found


def page() -> str:
    return "\n".join([HEAD, *verbs(), *exits(), *settings(), *schemas()]).rstrip() + "\n"


def cell(text: str) -> str:
    """One cell of a table of Markdown."""
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")


def table(names: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(names)} |"
    yield "|" + "---|" * len(names)
    for row in rows:
        yield f"| {' | '.join(row)} |"
    yield ""


def verbs() -> Iterator[str]:
    yield "## Verbs\n"
    yield from table(["verb", "what it does"], [[f"[`{v}`](#{v})", cell(VERBS[v])] for v in VERBS])
    for verb in VERBS:
        yield from one_verb(verb, verb_parser(verb))


def one_verb(verb: str, parser: argparse.ArgumentParser) -> Iterator[str]:
    actions = [a for a in parser._actions if a.help is not argparse.SUPPRESS]
    named = [a for a in actions if not a.option_strings]
    yield f"### {verb}\n"
    yield f"{parser.description}\n"
    yield f"```text\nunladen {verb} {' '.join([*map(placed, named), '[OPTION...]'])}\n```\n"
    if named:
        rows = [[f"`{a.metavar or a.dest}`", cell(meaning(a))] for a in named]
        yield from table(["argument", "meaning"], rows)
    rows = [[spelt(a), cell(meaning(a))] for a in actions if a.option_strings]
    yield from table(["option", "meaning"], rows)
    examples = (parser.epilog or "").partition("exit codes:")[0].removeprefix("examples:\n")
    yield f"```sh\n{dedent(examples.rstrip())}\n```\n"


def placed(action: argparse.Action) -> str:
    name = str(action.metavar or action.dest).upper()
    shapes = {"?": f"[{name}]", "*": f"[{name}...]", "+": f"{name}..."}
    return shapes.get(str(action.nargs), name)


def spelt(action: argparse.Action) -> str:
    """As it is typed: `-b REGEX`, `--bench REGEX`."""
    value = ""
    if action.nargs != 0:
        choices = "{" + ",".join(map(str, action.choices)) + "}" if action.choices else ""
        value = str(action.metavar or choices or action.dest.upper())
        value = f" [{value}]" if action.nargs == "?" else f" {value}"
    return ", ".join(f"`{each}{value}`" for each in action.option_strings).replace("|", "\\|")


def meaning(action: argparse.Action) -> str:
    text = (action.help or "") % {"default": action.default, "prog": "unladen"}
    if action.choices and action.metavar:
        text += f" (one of {', '.join(map(str, action.choices))})"
    said = "default" in text or str(action.default) in text
    usual = action.default not in (None, False, argparse.SUPPRESS) and action.default != []
    return f"{text} (default: {action.default})" if usual and not said else text


def exits() -> Iterator[str]:
    """By number; who raises it is read from the one family of errors."""
    yield "## Exit codes\n"
    raised: dict[Exit, list[str]] = {}
    for kind in (each for each in vars(errors).values() if isinstance(each, type)):
        if issubclass(kind, UnladenError) and kind is not UnladenError:
            raised.setdefault(kind.exit, []).append(kind.__name__)
    rows = [
        [
            str(int(code)),
            f"`{code.name}`",
            cell(code.meaning),
            cell(", ".join(raised.get(code, []))),
        ]
        for code in Exit
    ]
    yield from table(["code", "name", "meaning", "errors that end with it"], rows)


def settings() -> Iterator[str]:
    yield "## Settings\n"
    yield "In `[tool.unladen]` of `pyproject.toml`; all may be left out.\n"
    yield from setting_table(Config)
    yield "In `[tool.unladen.profile]`:\n"
    yield from setting_table(ProfileConfig)
    yield "In `[tool.unladen.check]`:\n"
    yield from setting_table(CheckConfig)


def setting_table(kind: type[Any]) -> Iterator[str]:
    said = documented(kind)
    rows = [
        [f"`{each.name.replace('_', '-')}`", f"`{default_of(each)}`", cell(said.get(each.name, ""))]
        for each in fields(kind)
    ]
    yield from table(["setting", "default", "meaning"], rows)


def documented(kind: type[Any]) -> Mapping[str, str]:
    """The text below a field, as it stands in the source."""
    (definition,) = ast.parse(dedent(getsource(kind))).body
    assert isinstance(definition, ast.ClassDef)
    told: dict[str, str] = {}
    for before, each in zip(definition.body, definition.body[1:], strict=False):
        if not (isinstance(before, ast.AnnAssign) and isinstance(before.target, ast.Name)):
            continue
        if isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant):
            told[before.target.id] = str(each.value.value)
    return told


def default_of(each: "Field[Any]") -> str:
    value = each.default_factory() if each.default_factory is not MISSING else each.default
    return "see below" if is_dataclass(value) else toml(value)


def toml(value: object) -> str:
    if value is None:
        return "not set"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Enum):
        return json.dumps(value.value)
    if isinstance(value, Mapping):
        return "{}" if not value else json.dumps(value)
    if isinstance(value, tuple):
        return f"[{', '.join(map(toml, value))}]"
    return json.dumps(value)


def schemas() -> Iterator[str]:
    yield "## Schemas\n"
    yield "Published with the package, below `unladen/schema/`; JSON Schema, draft 2020-12.\n"
    for path in sorted(SCHEMAS.glob("*.json")):
        schema = json.loads(path.read_bytes())
        yield f"### {path.name}\n"
        yield f"{schema.get('title', path.stem)}.\n"
        yield from object_table(schema)
        for name, part in schema.get("$defs", {}).items():
            yield f"**{name}**" + (f": {kind_of(part)}\n" if "enum" in part else "\n")
            if part.get("properties") or part.get("required"):
                yield from object_table(part)


def object_table(schema: Mapping[str, Any]) -> Iterator[str]:
    known = schema.get("properties", {})
    required = schema.get("required", ())
    rows = [
        [
            f"`{name}`",
            cell(kind_of(known.get(name, {}))),
            "yes" if name in required else "",
            cell(known.get(name, {}).get("description", "")),
        ]
        for name in dict.fromkeys([*known, *required])
    ]
    yield from table(["field", "type", "required", "meaning"], rows)


def kind_of(part: Mapping[str, Any]) -> str:
    if "$ref" in part:
        return str(part["$ref"]).rpartition("/")[2]
    if "const" in part:
        return json.dumps(part["const"])
    if "enum" in part:
        return ", ".join(f"`{json.dumps(each)}`" for each in part["enum"])
    if "oneOf" in part:
        return " or ".join(map(kind_of, part["oneOf"]))
    kind = part.get("type", "any")
    if kind == "array":
        return f"list of {kind_of(part.get('items', {}))}"
    if kind == "object" and (inner := part.get("properties") or part.get("required")):
        return f"object: {', '.join(inner)}"
    return " or ".join(kind) if isinstance(kind, list) else str(kind)


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true")
    asked = parser.parse_args(words)
    text = page()
    if asked.check:
        current = TARGET.is_file() and TARGET.read_text("utf-8") == text
        print(f"{TARGET.relative_to(ROOT)}: {'current' if current else f'not current; {COMMAND}'}")
        return 0 if current else 1
    TARGET.write_text(text, "utf-8")
    print(f"{TARGET.relative_to(ROOT)}: {len(VERBS)} verbs, {text.count(chr(10))} lines")
    return 0


if __name__ == "__main__":
    sys.exit(main())
