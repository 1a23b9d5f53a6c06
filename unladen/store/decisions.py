"""the file of a decision -> the decisions in it, or why there is none. It may be a stranger's: a
pull request's own code can have written it."""

import re
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from unladen.errors import ToolError, UnladenError
from unladen.model import Comparison, Decision, NoDecision
from unladen.store.fields import decoded, json_of, same_schema
from unladen.tools.foreign import UNREADABLE, bounded_bytes, reading, reason_of

SCHEMA = 1
MAX_BYTES = 32 << 20
MOST_ENVIRONMENTS = 100
LARGEST = 1 << 53
MOST_SECONDS = 1e12
HASH = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
CHECKED = frozenset({"line", "end", "pairs", "seed", "exit", "cores", "memory_mb", "newer"})
"""Whole numbers that are printed: one of a thousand digits would be a text."""


class NoDecisionFile(UnladenError):
    """Nobody wrote it, or nobody should have."""


def read(path: Path) -> list[Decision] | NoDecision:
    fix = f"unladen gate BASE HEAD --json-file {shlex.quote(str(path))}"
    try:
        with reading(str(path), fix):
            content = bounded_bytes(path, MAX_BYTES)
            return parsed(content, str(path))
    except ToolError as error:
        if isinstance(error.__cause__, OSError):
            what = f"{path}: {error.__cause__.strerror}"
            raise NoDecisionFile(what, fix) from error
        raise


def parsed(content: bytes, where: str) -> list[Decision] | NoDecision:
    fix = "unladen gate BASE HEAD --json-file unladen.json writes one"
    try:
        if len(content) > MAX_BYTES:
            raise ValueError(f"larger than {MAX_BYTES >> 20} MB")
        return _read(json_of(content))
    except (*UNREADABLE, MemoryError) as error:
        raise ToolError(f"{where} is no decision: {reason_of(error)}"[:300], fix) from error


def _read(told: Any) -> list[Decision] | NoDecision:
    each = told if isinstance(told, list) else [told]
    if not 0 < len(each) <= MOST_ENVIRONMENTS:
        raise ValueError(f"{len(each)} environments")
    for one in each:
        same_schema(one, SCHEMA)
    if "error" in each[0]:
        return _failure(each[0])
    return [_decision(one) for one in each]


def _failure(told: Mapping[str, Any]) -> NoDecision:
    fields = {**told["asked"], **told["error"], "exit": told["exit"]}
    _check_numbers(fields)
    return decoded(NoDecision, fields)


def _decision(told: Mapping[str, Any]) -> Decision:
    names = ("base", "head", "machine", "environment", "seconds", "seed", "identical_code", "notes")
    later = ("root", "asked", "unwanted", "isolation", "asked_base")  # older files lack them
    more = {name: told[name] for name in later if name in told}
    fields = {**{name: told[name] for name in names}, **more}
    fields["comparisons"] = [_comparison(each) for each in told["comparisons"]]
    _check_numbers(fields)
    _check_numbers(fields["machine"])
    _check_numbers(fields.get("asked_base") or {})
    decision = decoded(Decision, fields)
    for commit in (decision.base, decision.head):
        if not HASH.fullmatch(commit.hash):
            raise ValueError("a commit has no hash")
    needed = [each.seconds_needed or 0.0 for each in decision.comparisons]
    if not all(0 <= seconds < MOST_SECONDS for seconds in (decision.seconds, *needed)):
        raise ValueError("no number of seconds")
    return decision


OWN = (
    *("verdict", "allow", "change", "base", "head", "clock", "pairs", "instructions", "stage"),
    *("reason", "seconds_needed", "answers_changed", "because", "culprits", "notes"),
)


def _comparison(told: Mapping[str, Any]) -> Comparison:
    """What the file leaves out, as which version of the benchmark it was, no reader shows."""
    fields = {name: told[name] for name in OWN if name in told}
    benchmark = {name: told[name] for name in ("kind", "unit", "file", "line")}
    benchmark |= {"id": told["benchmark"], "name": told["benchmark"], "param_index": None}
    benchmark |= {"version": "", "timeout": 0.0}
    for each in (fields, benchmark, *fields.get("culprits", ())):
        _check_numbers(each)
    return decoded(Comparison, {**fields, "benchmark": benchmark})


def _check_numbers(fields: Mapping[str, Any]) -> None:
    for name in CHECKED & fields.keys():
        if not isinstance(fields[name], int) or abs(fields[name]) > LARGEST:
            raise ValueError(f"{name} is no number of a usual size")
