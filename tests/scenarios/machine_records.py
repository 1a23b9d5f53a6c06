"""Records with the seconds that an accident had: as unladen would have written them."""

import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tests.e2e.projects import Project
from unladen.model import (
    Benchmark,
    Commit,
    Environment,
    Kind,
    Machine,
    Measurement,
    Outcome,
    Record,
    Run,
)
from unladen.store.records import Records

HERE = Machine(name="here", cpu="a quick CPU", cores=8, system="Linux x86_64", memory_mb=32_000)
EVALUATE = Benchmark(
    id="suite.time_evaluate",
    name="suite.time_evaluate",
    param_index=None,
    kind=Kind.TIME,
    unit="seconds",
    version="1",
    timeout=600.0,
    file="",
    line=0,
)


@dataclass(frozen=True, slots=True)
class Process:
    """One call in one process; CPU as long as it ran unless that is said."""

    wall: float
    cpu: float = -1.0
    waits: float = 0.0


def evaluated(*calls: float | Process, session: str = "one") -> Measurement:
    """A process for each; those of two measurements with one session were side by side."""
    processes = [call if isinstance(call, Process) else Process(call) for call in calls]
    runs = tuple(
        Run(
            session=session,
            pair=pair,
            hash_seed=pair,
            number=1,
            wall=(each.wall,),
            cpu=(each.wall if each.cpu < 0 else each.cpu,),
            waits=(each.waits,),
        )
        for pair, each in enumerate(processes)
    )
    return Measurement(benchmark=EVALUATE, outcome=Outcome.OK, runs=runs)


def keep(
    project: Project,
    name: str,
    *measurements: Measurement,
    machine: Machine = HERE,
    load: float = 0.1,
) -> None:
    """Of a commit of the project, in place of what was known of it."""
    told = project.git("log", "-1", "--format=%H %T %ct %s", name).split(" ", 3)
    commit = Commit(hash=told[0], tree=told[1], seconds=int(told[2]), subject=told[3])
    record = Record(
        commit=commit,
        machine=machine,
        environment=Environment(name="virtualenv-py3.11", python="3.11.7"),
        wheel=commit.tree,
        suite="the suite",
        started=float(commit.seconds),
        load=load,
        measurements={each.benchmark.id: each for each in measurements},
    )
    records = Records(project.folder / "results" / "records")
    records.path(commit.hash, machine.name, record.environment.name).unlink(missing_ok=True)
    records.save(record)


def times(one: Measurement, factors: Sequence[float]) -> Measurement:
    """The same processes, each that much longer."""
    runs = tuple(
        replace(
            run,
            wall=tuple(factor * each for each in run.wall),
            cpu=tuple(factor * each for each in run.cpu),
        )
        for run, factor in zip(one.runs, factors, strict=True)
    )
    return replace(one, runs=runs)


def ended(done: subprocess.CompletedProcess[str], code: int) -> None:
    """What `mutate` prints is the first line of a reason."""
    told = f"exit {done.returncode} in place of {code}"
    assert done.returncode == code, f"{told}\n{done.stdout}{done.stderr}"
