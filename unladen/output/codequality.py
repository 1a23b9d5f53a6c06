"""Decisions -> a report of code quality: GitLab shows it at the lines of a merge request."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from typing import Any

from unladen.model import FAILING, Comparison, Decision, NoDecision, RankedDecision
from unladen.output.words import one_line, summary

MOST = 500


def of(each_ranked: Sequence[RankedDecision]) -> str:
    found = [issue for each in each_ranked for issue in _issues(each.decision)]
    return json.dumps(found[:MOST]) + "\n"


def failed(_: NoDecision) -> str:
    """Nothing is known of any line; the job itself says that there is no decision."""
    return "[]\n"


def _issues(decision: Decision) -> Iterator[dict[str, Any]]:
    for one in decision.comparisons:
        if one.verdict in FAILING:
            yield _issue(one, decision.root)


def _issue(one: Comparison, root: str) -> dict[str, Any]:
    file, line, end = one.benchmark.file.removeprefix(root).lstrip("/"), one.benchmark.line, 0
    because = one.because[:1]
    if one.culprits:
        culprit = one.culprits[0]
        file, line, end, because = culprit.file, culprit.line, culprit.end, (culprit.reason,)
    told = f"{one.verdict.value}: {one.benchmark.id} {summary(one)}"
    name = f"{one.verdict.value}\0{one.benchmark.id}\0{file}"
    return {
        "description": one_line("; because ".join((told, *because)), 400),
        "check_name": f"unladen {one.verdict.value}",
        "fingerprint": hashlib.sha256(name.encode("utf-8", "replace")).hexdigest(),
        "severity": "major",
        "location": {
            "path": one_line(file, 500),
            "lines": {"begin": max(1, line), "end": max(1, line, end)},
        },
    }
