"""unladen-accepted.toml -> regressions that somebody answers for: why, how much, until when."""

import json
import re
from collections.abc import Mapping
from datetime import date, datetime
from pathlib import Path
from typing import Any

from unladen.errors import ConfigError, shown
from unladen.model.accepted import Accepted
from unladen.tools import files
from unladen.tools.foreign import reading, toml_file

FILE = "unladen-accepted.toml"
HEAD = """\
# Regressions that are accepted: `unladen accept` adds to this file, people read it in review.
# After its day an entry no longer counts.
"""
WORDS = ("commit", "benchmark", "author", "reason")


def load(folder: Path) -> list[Accepted]:
    path = folder / FILE
    if not path.is_file():
        return []
    with reading(str(path), f"git log -p -- {FILE}", ConfigError):
        return [_entry(each) for each in toml_file(path).get("accepted", [])]


def _entry(table: Mapping[str, Any]) -> Accepted:
    missing = [word for word in (*WORDS, "upto", "expires") if word not in table]
    if missing:
        raise ConfigError(f"{FILE}: an entry without {', '.join(missing)}", "unladen accept --help")
    if wrong := [word for word in WORDS if not isinstance(table[word], str)]:
        raise ConfigError(f"{FILE}: {', '.join(wrong)} is no text", "unladen accept --help")
    expires = table["expires"]
    day = isinstance(expires, date) and not isinstance(expires, datetime)
    if not day or not re.fullmatch("[0-9a-f]{7,64}", str(table["commit"])):
        both = f"{shown(table['commit'])}, {shown(expires)}"
        what = f"{FILE}: commit is a hash and expires a day: {both}"
        raise ConfigError(what, "expires = 2027-01-31")
    if isinstance(table["upto"], bool) or not isinstance(table["upto"], (int, float)):
        raise ConfigError(f"{FILE}: upto is no number: {shown(table['upto'])}", "upto = 0.05")
    _pattern(str(table["benchmark"]))
    words = {word: str(table[word]) for word in WORDS}
    return Accepted(**words, upto=float(table["upto"]), expires=expires)


def _pattern(text: str) -> None:
    try:
        re.compile(text)
    except (re.error, OverflowError, RecursionError) as error:
        what = f"{shown(text)} is no regular expression: {error}"
        raise ConfigError(what, "-b '^suite.time_it\\(100' with brackets escaped") from error


def add(folder: Path, entry: Accepted) -> Path:
    """Whole or not at all, and nothing that a person wrote into it is lost."""
    _pattern(entry.benchmark)
    with files.one_writer(folder):
        return _added(folder, entry)


def _added(folder: Path, entry: Accepted) -> Path:
    load(folder)
    path = folder / FILE
    before = path.read_text("utf-8") if path.is_file() else HEAD
    fields = {word: getattr(entry, word) for word in WORDS}
    told = "".join(f"{word} = {_quoted(value)}\n" for word, value in fields.items())
    told += f"upto = {entry.upto:g}\nexpires = {entry.expires.isoformat()}\n"
    files.replace(path, f"{before.rstrip()}\n\n[[accepted]]\n{told}")
    return path


def _quoted(text: str) -> str:
    """A JSON string is a TOML string, but for DEL."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
