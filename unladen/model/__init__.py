"""Every value that flows, frozen; nothing here knows a file, a clock or a process."""

from unladen.model.commits import Commit, Environment, Machine
from unladen.model.measurements import Benchmark, Count, Kind, Measurement, Outcome, Record, Run
from unladen.model.verdicts import (
    FAILING,
    Clock,
    Comparison,
    Decision,
    Interval,
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
    "Decision",
    "Environment",
    "Interval",
    "Kind",
    "Machine",
    "Measurement",
    "Outcome",
    "RankedDecision",
    "Record",
    "Rules",
    "Run",
    "Stage",
    "Verdict",
]
