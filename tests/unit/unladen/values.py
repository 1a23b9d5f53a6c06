"""Measurements made of exact numbers: no clock, no process."""

from collections.abc import Sequence
from dataclasses import replace

from unladen.model import (
    Benchmark,
    Commit,
    Comparison,
    Count,
    Decision,
    Environment,
    Kind,
    Machine,
    Measurement,
    Outcome,
    Record,
    Run,
    Verdict,
)

HERE = Machine(name="here", cpu="a cpu", cores=2, system="Linux x86_64", memory_mb=1000)


def benchmark(id: str = "suite.time_it", kind: Kind = Kind.TIME, version: str = "1") -> Benchmark:
    return Benchmark(
        id=id,
        name=id.partition("(")[0],
        param_index=None,
        kind=kind,
        unit="seconds",
        version=version,
        timeout=60.0,
        file="/project/benchmarks/suite.py",
        line=7,
    )


def timed(
    ratios: Sequence[float], seconds: float = 0.04, busy: float = 1.0, session: str = "s"
) -> tuple[Measurement, Measurement]:
    """A base, and a head that took these ratios of its time, one pair of workers each."""
    sides: list[list[Run]] = [[], []]
    for pair, ratio in enumerate(ratios):
        for side, factor in zip(sides, (1.0, ratio), strict=True):
            wall = seconds * factor
            run = Run(
                session=session,
                pair=pair,
                hash_seed=pair,
                number=1,
                wall=(wall, wall, wall),
                cpu=(wall * busy,) * 3,
            )
            side.append(run)
    one = Measurement(benchmark=benchmark(), outcome=Outcome.OK)
    return replace(one, runs=tuple(sides[0])), replace(one, runs=tuple(sides[1]))


def counted(*values: float, kind: Kind = Kind.TRACK) -> Measurement:
    return Measurement(benchmark=benchmark(kind=kind), outcome=Outcome.OK, values=values)


def count_of(*regions: float, session: str = "counting", layout: int = 0) -> tuple[Count, ...]:
    """Of instructions; none where there is no region."""
    if not regions:
        return ()
    return (Count(session=session, layout=layout, regions=regions),)


def commit(name: str = "a") -> Commit:
    return Commit(hash=name * 40, tree="t" * 40, subject=f"commit {name}", seconds=1_700_000_000)


def record(measurement: Measurement, name: str = "a", wheel: str = "w") -> Record:
    return Record(
        commit=commit(name),
        machine=HERE,
        environment=Environment(name="virtualenv-py3.11", python="3.11.7"),
        wheel=wheel,
        suite="s",
        started=0.0,
        load=0.0,
        measurements={measurement.benchmark.id: measurement},
    )


def decision(*comparisons: Comparison) -> Decision:
    return Decision(
        base=commit("a"),
        head=commit("b"),
        machine=HERE,
        environment="virtualenv-py3.11",
        comparisons=comparisons,
        seconds=1.5,
        seed=1,
        root="/project",
    )


def verdict(kind: Verdict, id: str = "suite.time_it") -> Comparison:
    return Comparison(benchmark=benchmark(id), verdict=kind, allow=0.01)
