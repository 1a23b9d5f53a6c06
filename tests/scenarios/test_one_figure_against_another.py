"""Two figures that were held against each other: too few, disturbed, of two machines, of two
measures; and the verdict that was not computed."""

from dataclasses import replace

import pytest

from tests.e2e.projects import Project, new_project
from tests.scenarios.machine_records import EVALUATE, HERE, Process, ended, evaluated, keep, times
from tests.scenarios.rows import Sabotage, Told, control, scenario
from unladen.model import Measurement

COMPARE = ("--machine", "here")
AGAIN = (6.64, 6.47, 6.58, 6.71, 6.49, 6.66, 6.52, 6.60)
"""Seconds of the same code, one run after the other."""
QUIET = (0.999, 1.002, 1.0, 0.998, 1.001, 1.0, 0.9995, 1.0005)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """Commits of an evaluation that takes seconds; records are written by the tests."""
    made = new_project(tmp_path_factory.mktemp("figures") / "victim")
    for number, (name, message) in enumerate(COMMITS.items(), 1):
        made.work(loops=40_000 + number)
        made.commit(name, message)
    return made


COMMITS = {
    "once": "Evaluate the candidates one by one",
    "unroll": "Unroll the loop of the evaluation",
    "twice": "Keep the candidates in a list",
    "tuples": "Keep the candidates in a tuple",
    "busy": "Read the tasks once",
    "busier": "Read the tasks before the candidates",
    "before": "Score as soon as a task is done",
    "validated": "Score in a batch of its own (validated: no slowdown)",
    "laptop": "Index the objects by colour",
    "server": "Index the objects by colour and size",
    "stage": "Time the evaluation",
    "phase": "Time the evaluation with its start",
}


@scenario(
    "I05",
    "+1.4 % was judged from one run of each commit; another run of the old one was faster still",
    Sabotage("unladen/judge/sequential.py", "if found.high >= allow:", "if False:"),
)
def test_i05_one_run_of_each_commit_is_undecided_whatever_the_difference(
    project: Project, told: Told
) -> None:
    keep(project, "once", evaluated(6.64))
    keep(project, "unroll", evaluated(6.73))
    done = project.unladen("compare", "once", "unroll", *COMPARE)
    ended(done, 3)
    told(done, "UNDECIDED", "nothing says how sure", "too few", "UNDECIDED")
    keep(project, "twice", evaluated(*AGAIN))
    keep(project, "tuples", evaluated(*(*AGAIN[4:], *AGAIN[:4])))
    more = project.unladen("compare", "twice", "tuples", *COMPARE)
    ended(more, 3)
    assert "slower could have been told" in more.stdout
    assert "the interval crosses the allowance" in more.stdout


@control("I05")
def test_i05_control_repeated_runs_that_agree_decide(project: Project) -> None:
    base = evaluated(*(6.6 * each for each in QUIET), session="quiet")
    keep(project, "once", base)
    keep(project, "unroll", times(base, tuple(reversed(QUIET))))
    done = project.unladen("compare", "once", "unroll", *COMPARE)
    ended(done, 0)
    assert "SAME" in done.stdout
    assert "too few" not in done.stdout
    assert "could have been told" not in done.stdout


BUSY = (20.6, 37.8, 24.1, 33.0, 28.8, 21.9, 36.2, 30.5)
BUSIER = (36.9, 22.0, 37.1, 31.1, 35.0, 23.9, 34.2, 37.7)
"""Seconds by the wall clock, of work that took 15.1 to 15.5 s of CPU."""
CPU = (15.1, 15.5, 15.2, 15.3, 15.4, 15.2, 15.3, 15.2)
CPU_AGAIN = (15.12, 15.48, 15.21, 15.28, 15.42, 15.21, 15.31, 15.18)


@scenario(
    "I06",
    "on a busy host the same work took 20.6 to 37.8 s, of which 15.1 to 15.5 s were CPU",
    Sabotage("unladen/judge/compare.py", "< 1 - BUSY", "< 0"),
)
def test_i06_a_busy_host_is_not_taken_for_slow_code(project: Project, told: Told) -> None:
    for name, walls, cpus, load in (("busy", BUSY, CPU, 11.3), ("busier", BUSIER, CPU_AGAIN, 12.9)):
        calls = [Process(wall, cpu, 0.01) for wall, cpu in zip(walls, cpus, strict=True)]
        keep(project, name, evaluated(*calls), load=load)
    done = project.unladen("compare", "busy", "busier", *COMPARE)
    ended(done, 0)
    told(done, "SAME", "CPU time", "others had the cores", "PASS")
    shown = project.unladen("show", "busy", *COMPARE).stdout
    assert "load 11.3" in shown
    assert "(20.6 s to 37.8 s), CPU 15.3 s (15.1 s to 15.5 s), 8 processes" in shown


@control("I06")
def test_i06_control_a_quiet_host_is_not_called_busy(project: Project) -> None:
    base = evaluated(*(Process(15.3 * each, 15.2 * each, 0.01) for each in QUIET), session="quiet")
    keep(project, "busy", base)
    keep(project, "busier", base)
    done = project.unladen("compare", "busy", "busier", *COMPARE)
    ended(done, 0)
    assert "SAME" in done.stdout
    assert "others had the cores" not in done.stdout


@scenario(
    "I24",
    "a commit that took 3.25 s in place of 2.75 s was called validated",
    Sabotage("unladen/judge/sequential.py", "if found.low > allow:", "if found.low > 1:"),
)
def test_i24_slower_is_slower_whatever_the_commit_says(project: Project, told: Told) -> None:
    base = evaluated(*(2.75 * each for each in QUIET), *(2.75 * each for each in QUIET))
    keep(project, "before", base)
    keep(project, "validated", times(base, (1.09, 1.18, 1.21, 1.18, 1.17, 1.19, 1.2, 1.18) * 2))
    done = project.unladen("compare", "before", "validated", *COMPARE)
    ended(done, 1)
    told(done, "validated", "SLOWER", "allowed 1 %", "FAIL")


@control("I24")
def test_i24_control_what_is_as_fast_as_it_says_passes(project: Project) -> None:
    base = evaluated(*(2.75 * each for each in QUIET), session="again")
    keep(project, "before", base)
    keep(project, "validated", times(base, tuple(reversed(QUIET))))
    done = project.unladen("compare", "before", "validated", *COMPARE)
    ended(done, 0)
    assert "PASS  1 same" in done.stdout


@scenario(
    "I49",
    "seconds of two machines that are 5 to 13 times apart were compared",
    Sabotage("unladen/judge/records.py", "if old.machine != new.machine:", "if False:"),
)
def test_i49_two_machines_of_one_name_are_not_compared(project: Project, told: Told) -> None:
    slow = replace(HERE, cpu="a slow CPU", cores=2, memory_mb=8_000)
    keep(project, "laptop", evaluated(*(42.4 * each for each in QUIET)), machine=slow)
    keep(project, "server", evaluated(*(5.3 * each for each in QUIET)))
    done = project.unladen("compare", "laptop", "server", *COMPARE)
    ended(done, 3)
    assert "FASTER" not in done.stdout
    told(done, "never compared", "next: unladen gate")


@control("I49")
def test_i49_control_one_machine_is_compared(project: Project) -> None:
    keep(project, "once", evaluated(*(42.4 * each for each in QUIET), session="machine"))
    keep(project, "server", evaluated(*(5.3 * each for each in QUIET), session="machine"))
    done = project.unladen("compare", "once", "server", *COMPARE)
    ended(done, 0)
    assert "FASTER" in done.stdout
    assert "machine" not in done.stdout


def measured_as(name: str, unit: str, seconds: float, workload: str = "") -> Measurement:
    """A benchmark whose figure came to mean another thing, under the name that it had."""
    known = replace(EVALUATE, id=name, name=name, unit=unit)
    calls = evaluated(*(seconds * each for each in QUIET))
    return replace(calls, benchmark=known, workload=workload)


@scenario(
    "I36",
    "3.23, 24.8 and 42.5 s, three different measures, were subtracted from each other",
    Sabotage(
        "unladen/judge/comparable.py",
        'reason = next(_differences(base, head), "")',
        'reason = ""',
    ),
)
def test_i36_figures_of_different_measures_are_not_subtracted(project: Project, told: Told) -> None:
    stage = (
        measured_as("suite.time_batch", "seconds of a task", 3.23),
        measured_as("suite.time_tasks", "seconds", 24.8, workload="100 tasks"),
    )
    phase = (
        measured_as("suite.time_batch", "seconds of a run", 24.8),
        measured_as("suite.time_tasks", "seconds", 42.5, workload="400 tasks"),
    )
    keep(project, "stage", *stage)
    keep(project, "phase", *phase)
    done = project.unladen("compare", "stage", "phase", *COMPARE)
    ended(done, 3)
    assert "%" not in done.stdout
    told(done, "time_batch", "another measure", "time_tasks", "other work", "UNDECIDED  2")


@control("I36")
def test_i36_control_one_measure_is_compared(project: Project) -> None:
    for name in ("once", "phase"):
        measure = measured_as("suite.time_run", "seconds", 42.5, workload="100 tasks")
        keep(project, name, measure)
    done = project.unladen("compare", "once", "phase", *COMPARE, "-b", "time_run")
    ended(done, 0)
    assert "PASS  1 same" in done.stdout
