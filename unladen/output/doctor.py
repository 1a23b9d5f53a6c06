"""findings and power curves -> lines and JSON."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from unladen.model.findings import Finding
from unladen.model.searches import Power

SCHEMA = 1
NAME = 12


def finding_lines(finding: Finding) -> list[str]:
    told = [f"{finding.name:<{NAME}} {finding.text}"]
    return [*told, f"{'':<{NAME}} {finding.advice}"] if finding.advice else told


def power_lines(curves: Sequence[Power], allow: float, planted: Sequence[float]) -> list[str]:
    title = f"{len(curves)} benchmarks, allowance {100 * allow:g} %, by resampling"
    heads = " ".join(f"{100 * size:>5.1f}%" for size in planted)
    told = [
        f"{'A/A':<{NAME}} {title}",
        f"{'':<{NAME}} {'benchmark':<34} {'spread':>7} {'false':>6} {heads}",
    ]
    for curve in curves:
        found = " ".join(f"{100 * curve.found[size]:>5.0f}%" for size in planted)
        false = f"{100 * curve.false_alarms:.1f}%"
        name, deviation = curve.benchmark[:34], f"{100 * curve.deviation:>6.2f}%"
        told.append(f"{'':<{NAME}} {name:<34} {deviation} {false:>6} {found}")
    return told


def power_json(curve: Power) -> dict[str, Any]:
    """As in results/records/power.json."""
    return {
        "benchmark": curve.benchmark,
        "pairs": curve.pairs,
        "spread": curve.deviation,
        "allow": curve.allow,
        "false_alarms": curve.false_alarms,
        "found": {str(planted): share for planted, share in curve.found.items()},
    }


def as_json(findings: Sequence[Finding], curves: Sequence[Power]) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "findings": [asdict(finding) for finding in findings],
        "power": [power_json(curve) for curve in curves],
    }
