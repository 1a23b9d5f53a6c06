"""what a check of a suite came to -> SARIF 2.1.0, which code hosts show beside the lines."""

import hashlib
import json
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from unladen import __version__
from unladen.model.trap_rules import RANK, RULES
from unladen.model.traps import Checked, Trap, TrapRule
from unladen.output.words import one_line

SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
LONGEST = 1000
MOST = 5000
"""Results that code hosts take of one run."""


def of(checked: Checked, below: str = "") -> str:
    """`below` is the way from the repository's top to the folder that files are named from."""
    driver = {
        "name": "unladen check",
        "version": __version__,
        "rules": [_rule(each) for each in RULES],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {"ROOT": {"description": {"text": "the repository's top"}}},
        "results": [_result(each, below) for each in checked.traps[:MOST]],
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=1) + "\n"


def _rule(rule: TrapRule) -> dict[str, Any]:
    return {
        "id": rule.id,
        "shortDescription": {"text": rule.what},
        "help": {"text": f"fix: {rule.fix}"},
        "defaultConfiguration": {"level": rule.level.value, "enabled": rule.on},
        "properties": {"tags": ["benchmarks", *rule.prevents]},
    }


def _result(trap: Trap, below: str) -> dict[str, Any]:
    rule = RULES[RANK[trap.rule]]
    uri = f"{below}/{trap.file}".lstrip("/")
    text = f"{one_line(trap.what, LONGEST)}. {rule.fix}"
    told: dict[str, Any] = {
        "ruleId": trap.rule,
        "ruleIndex": RANK[trap.rule],
        "level": rule.level.value,
        "message": {"text": text},
        "locations": [_location(uri, trap.line)],
        "partialFingerprints": {"unladenTrap/v1": _fingerprint(trap)},
    }
    if trap.also:
        told["relatedLocations"] = _related(uri, trap.also)
    return told


def _related(uri: str, lines: Sequence[int]) -> list[dict[str, Any]]:
    return [_location(uri, line) | {"id": number} for number, line in enumerate(lines, 1)]


def _location(uri: str, line: int) -> dict[str, Any]:
    where = {"uri": quote(uri), "uriBaseId": "ROOT"}
    return {"physicalLocation": {"artifactLocation": where, "region": {"startLine": line}}}


def _fingerprint(trap: Trap) -> str:
    """Without its line: what moves down a file stays the same finding."""
    return hashlib.sha256(f"{trap.rule}\0{trap.file}\0{trap.what}".encode()).hexdigest()[:32]
