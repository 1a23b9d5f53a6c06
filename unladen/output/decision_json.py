"""Decisions -> JSON, as published in schema/decision.json; of several environments a list."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from unladen.model import FAILING, Comparison, Decision, NoDecision, RankedDecision
from unladen.output.words import base_json

SCHEMA = 1


def of(ranked: Sequence[RankedDecision]) -> str:
    told = [decision_json(each.decision, each.exit) for each in ranked]
    return json.dumps(told[0] if len(told) == 1 else told) + "\n"


def failed(failure: NoDecision) -> str:
    """Where there is no decision, its file says so: an older one would be taken for the answer."""
    told = {"what": failure.what, "next": failure.next}
    commits = {"base": failure.base, "head": failure.head}
    return (
        json.dumps({"schema": SCHEMA, "exit": failure.exit, "error": told, "asked": commits}) + "\n"
    )


def decision_json(decision: Decision, code: int) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "verdict": decision.verdict.value,
        "exit": int(code),
        "base": asdict(decision.base),
        "head": asdict(decision.head),
        "machine": asdict(decision.machine),
        "environment": decision.environment,
        "seconds": decision.seconds,
        "seed": decision.seed,
        "identical_code": decision.identical_code,
        "root": decision.root,
        "asked": list(decision.asked),
        "unwanted": list(decision.unwanted),
        "asked_base": base_json(decision.asked_base),
        "notes": list(decision.notes),
        "isolation": decision.isolation.value if decision.isolation else None,
        "comparisons": [_comparison_json(comparison) for comparison in decision.comparisons],
    }


def _comparison_json(comparison: Comparison) -> dict[str, Any]:
    return {
        "benchmark": comparison.benchmark.id,
        "kind": comparison.benchmark.kind.value,
        "unit": comparison.benchmark.unit,
        "verdict": comparison.verdict.value,
        "fails": comparison.verdict in FAILING,
        "change": asdict(comparison.change) if comparison.change else None,
        "base": comparison.base,
        "head": comparison.head,
        "allow": comparison.allow,
        "clock": comparison.clock.value if comparison.clock else None,
        "pairs": comparison.pairs,
        "instructions": asdict(comparison.instructions) if comparison.instructions else None,
        "stage": comparison.stage.value if comparison.stage else None,
        "reason": comparison.reason,
        "seconds_needed": comparison.seconds_needed,
        "answers_changed": list(comparison.answers_changed),
        "because": list(comparison.because),
        "culprits": [asdict(culprit) for culprit in comparison.culprits],
        "notes": list(comparison.notes),
        "file": comparison.benchmark.file,
        "line": comparison.benchmark.line,
    }
