"""Every value that flows, frozen; nothing here knows a file, a clock or a process."""

from unladen.model.commits import Commit, Environment, Machine
from unladen.model.measurements import (
    Benchmark,
    Count,
    Footprint,
    Kind,
    Measurement,
    Outcome,
    Provenance,
    Record,
    Run,
)
from unladen.model.verdicts import (
    FAILING,
    Clock,
    Comparison,
    Culprit,
    Decision,
    Interval,
    NoDecision,
    RankedDecision,
    Rules,
    Stage,
    Verdict,
)

__all__ = [
    "FAILING",
    "Benchmark",
    "Clock",
    "Commit",
    "Comparison",
    "Count",
    "Culprit",
    "Decision",
    "Environment",
    "Footprint",
    "Interval",
    "Kind",
    "Machine",
    "Measurement",
    "NoDecision",
    "Outcome",
    "Provenance",
    "RankedDecision",
    "Record",
    "Rules",
    "Run",
    "Stage",
    "Verdict",
]
