"""Commits measured by many machines: the same records as by one, whatever happens to a machine."""

import itertools
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.e2e.clusters import (
    Machines,
    at_work_in,
    cut_off,
    hosts,
    inside,
    machines,
    may_make_hosts,
)
from tests.e2e.projects import Project, new_project
from tests.e2e.test_unladen_history import WORK, work_history

pytest.importorskip("distributed")
RUN = ("run", "one..four", "--no-profile", "-b", "time_work", "--pairs", "2")
NAMES = ("one", "two", "three", "four")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    made = new_project(tmp_path_factory.mktemp("fleet") / "victim")
    for number, name in enumerate(NAMES):
        made.work(loops=30_000 if number < 2 else 45_000, extra=f"\nNUMBER = {number}\n")
        made.commit(name)
    return made


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    with machines(tmp_path_factory.mktemp("machines"), "ash", "oak") as made:
        yield made


@pytest.fixture(autouse=True)
def _nothing_measured(project: Project) -> None:
    for name in ("results", ".asv/unladen/fleet.json"):
        subprocess.run(["rm", "-rf", name], cwd=project.folder, check=True)


def records(project: Project) -> dict[str, dict[str, object]]:
    found = {}
    for path in (project.folder / "results" / "records").glob("*/*.json"):
        found[f"{path.parent.name}/{path.name}"] = json.loads(path.read_text())
    return found


def pairs_of(project: Project) -> dict[str, set[tuple[str, int]]]:
    """Of each commit, by its hash: sessions and pairs, on whatever machine."""
    found: dict[str, set[tuple[str, int]]] = {}
    for told in records(project).values():
        commit = told["commit"]
        assert isinstance(commit, dict)
        measured = told["measurements"]
        assert isinstance(measured, dict)
        for each in measured.values():
            runs = [(run["session"], run["pair"]) for run in each["runs"]]
            assert len(runs) == len({*runs}), "nothing is doubled"
            found.setdefault(commit["hash"], set()).update(runs)
    return found


def measured_together(project: Project) -> list[tuple[str, str]]:
    """Neighbours that have two pairs in common."""
    known = pairs_of(project)
    hashes = [project.git("rev-parse", name) for name in NAMES]
    found = []
    for (base, one), (head, other) in itertools.pairwise(zip(NAMES, hashes, strict=True)):
        if len(known.get(one, set()) & known.get(other, set())) >= 2:
            found.append((base, head))
    return found


def what_is_recorded(project: Project) -> set[tuple[str, str]]:
    """Commits and benchmarks, whoever measured them."""
    found = set()
    for told in records(project).values():
        commit, measured = told["commit"], told["measurements"]
        assert isinstance(commit, dict)
        assert isinstance(measured, dict)
        found |= {(str(commit["hash"]), str(id)) for id in measured}
    return found


ALL = [*itertools.pairwise(NAMES)]


def begun(project: Project, *words: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "unladen", *words],
        cwd=project.folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def until(true: Callable[[], object], seconds: float = 120) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it never came true"
        time.sleep(0.05)


def test_what_two_machines_measure_comes_home_as_if_one_had(
    project: Project, two: Machines
) -> None:
    done = project.unladen(*RUN, "--on", two.on, "-q")
    assert done.returncode == 0, done.stdout + done.stderr
    assert measured_together(project) == ALL
    by = {name.partition("/")[0] for name in records(project)}
    assert by <= {"ash", "oak"}
    fleet = what_is_recorded(project)
    subprocess.run(["rm", "-rf", "results"], cwd=project.folder, check=True)
    here = project.unladen(*RUN, "-q")
    assert here.returncode == 0, here.stderr
    assert fleet == what_is_recorded(project)
    assert at_work_in(two.folder) == []


@pytest.mark.long
def test_the_same_command_asks_for_nothing_that_came_home(project: Project, two: Machines) -> None:
    for _ in range(2):
        done = project.unladen(*RUN, "--on", two.on)
        assert done.returncode == 0, done.stderr
        before = pairs_of(project)
    assert "3 units came home before" in done.stderr
    assert pairs_of(project) == before


@pytest.mark.long
def test_a_planted_slowdown_is_found_by_the_fleet_and_what_is_equal_passes(
    project: Project, two: Machines
) -> None:
    """One machine answers all of a search, and its records come home with the answer."""
    found = project.unladen("find", "one", "four", "-b", "time_work", "--on", two.on, "-q")
    assert found.returncode == 0, found.stdout + found.stderr
    assert project.git("rev-parse", "three")[:8] in found.stdout
    assert len({name.partition("/")[0] for name in records(project)}) == 1


@pytest.mark.long
def test_ctrl_c_ends_what_runs_and_keeps_what_came_home(project: Project, two: Machines) -> None:
    running = begun(project, *RUN, "--on", two.on, "-q")
    until(lambda: len(measured_together(project)) >= 1)
    until(lambda: at_work_in(two.folder))
    running.send_signal(signal.SIGINT)
    told, said = running.communicate(timeout=60)
    assert running.returncode == 130, told + said
    assert "the same command goes on" in said
    until(lambda: not at_work_in(two.folder), 10)
    kept = measured_together(project)
    assert kept
    assert len(kept) < len(ALL)
    done = project.unladen(*RUN, "--on", two.on)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{len(kept)} units came home before" in done.stderr
    assert measured_together(project) == ALL


def test_who_asked_and_is_killed_leaves_no_process_on_any_machine(
    project: Project, two: Machines
) -> None:
    running = begun(project, *RUN, "--on", two.on, "-q")
    until(lambda: at_work_in(two.folder))
    running.kill()
    running.communicate()
    until(lambda: not at_work_in(two.folder), 60)


def test_no_machine_that_may_measure_is_told_with_the_command_that_adds_one(
    project: Project, two: Machines
) -> None:
    done = project.unladen(*RUN, "--on", two.on, "--kind", "m68k", "-q")
    assert done.returncode == 4
    assert "no worker of kind m68k" in done.stderr
    assert "dask worker" in done.stderr


def test_a_scheduler_that_is_not_there_is_told_by_its_address(project: Project) -> None:
    done = project.unladen(*RUN, "--on", str(project.folder / "gone.json"), "-q")
    assert done.returncode == 2
    assert "gone.json" in done.stderr


BUILT_BY = """
import os
from pathlib import Path
from setuptools import setup
Path("victim/built_by.py").write_text(f"NAME = {os.environ.get('UNLADEN_MACHINE', 'home')!r}")
setup()
"""
TELLS_WHO = """
import victim.built_by

def time_work():
    victim.work()

def track_is_built_by_oak():
    return float(victim.built_by.NAME == "oak")
"""


@pytest.mark.long
def test_wheels_are_built_by_one_machine_and_travel_to_the_one_that_measures(
    tmp_path: Path,
) -> None:
    """A worker without the resource measures nothing; it builds, beside what measures."""
    project = new_project(tmp_path / "victim", TELLS_WHO)
    project.write("setup.py", BUILT_BY)
    for number, name in enumerate(NAMES):
        project.work(extra=f"\nNUMBER = {number}\n")
        project.commit(name)
    with machines(tmp_path / "machines") as made:
        made.start_worker("oak", bench=False)
        built = project.unladen("build", "one..two", "--on", made.on, "--json", "-q")
        assert built.returncode == 0, built.stderr
        assert [each["failed"] for each in json.loads(built.stdout)["built"]] == ["", ""]
        made.start_worker("ash")
        words = ("run", "one..four", "--no-profile", "--pairs", "1", "--on", made.on, "-q")
        done = project.unladen(*words)
        assert done.returncode == 0, done.stdout + done.stderr
        until(lambda: not at_work_in(made.folder), 10)
    assert {name.partition("/")[0] for name in records(project)} == {"ash"}
    who = [by_oak(told) for told in records(project).values()]
    assert len(who) == 4
    # ash may build, too, while it has nothing to measure; what it got from oak it did not build
    assert 1.0 in who
    home = project.unladen("run", "one..two", "--no-profile", "--pairs", "1", "-q")
    assert home.returncode == 0, home.stderr
    here = [told for name, told in records(project).items() if not name.startswith("ash/")]
    assert [by_oak(told) for told in here] == [1.0, 1.0]


def by_oak(record: dict[str, object]) -> float:
    measured = record["measurements"]
    assert isinstance(measured, dict)
    return float(measured["suite.track_is_built_by_oak"]["values"][0])


@pytest.mark.long
def test_a_gate_by_a_fleet_ends_as_one_here_does(project: Project, two: Machines) -> None:
    """What is slower, and where; and that two builds of the same code are the same."""
    words = ("-b", "time_work", "--no-why", "--on", two.on, "-q", "--json")
    slower = project.unladen("gate", "two", "three", *words)
    assert slower.returncode == 1, slower.stdout + slower.stderr
    assert json.loads(slower.stdout)["verdict"] == "slower"
    same = project.unladen("gate", "three", "four", *words)
    assert same.returncode == 0, same.stdout + same.stderr
    refused = project.unladen("gate", "three", "four", *words, "--markdown", "x.md")
    assert refused.returncode == 2
    assert "--markdown" in refused.stderr
    assert not (project.folder / "x.md").exists()


@pytest.mark.long
def test_steps_are_measured_again_by_the_machine_whose_history_has_them(tmp_path: Path) -> None:
    project = work_history(tmp_path / "victim", slower=20_000)
    with machines(tmp_path / "machines", "oak", "here") as made:
        made.wait_for(2)
        words = ("history", "--confirm", "-b", "time_work", "-q", "--on", made.on)
        done = project.unladen(*words)
        assert done.returncode == 0, done.stdout + done.stderr
        assert f"slower: {WORK}" in done.stdout, done.stdout + done.stderr
        assert "its history is another one" not in done.stdout
    assert {name.partition("/")[0] for name in records(project)} == {"here"}
    without = project.unladen("history", "-q", "--on", "local:1")
    assert without.returncode == 2
    assert "--confirm" in without.stderr


@pytest.mark.long
def test_a_machine_that_is_killed_costs_its_unit_a_retry_elsewhere(
    project: Project, tmp_path: Path
) -> None:
    with machines(tmp_path / "machines", "elm", "fir") as made:
        running = begun(project, *RUN, "--on", made.on, "-q")
        until(lambda: at_work_in(made.folder / "elm"))
        made.kill("elm")
        until(lambda: not at_work_in(made.folder / "elm"), 30)
        told, said = running.communicate(timeout=280)
        assert running.returncode == 0, told + said
        assert measured_together(project) == ALL
        assert {name.partition("/")[0] for name in records(project)} <= {"elm", "fir"}
        until(lambda: not at_work_in(made.folder), 10)
    assert os.listdir(made.folder)


KILLER = '''

def time_killer():
    """At one commit it takes its machine's worker along."""
    import os, signal
    if victim.NUMBER != 2:
        return victim.spin(1000)
    for name in os.listdir("/proc"):
        try:
            words = open(f"/proc/{name}/cmdline").read()
        except OSError:
            continue
        mine = name.isdigit() and "spawn_main" in words
        if mine and MARK in open(f"/proc/{name}/environ").read():
            os.kill(int(name), signal.SIGKILL)
'''


@pytest.mark.long
def test_a_unit_that_kills_its_workers_is_given_up_and_the_rest_is_measured(
    tmp_path: Path,
) -> None:
    from tests.e2e.projects import BENCHMARKS

    place = tmp_path / "machines"
    mark = f"\n\nMARK = {f'UNLADEN_WORKSPACES={place}/yew'!r}\n"
    project = new_project(tmp_path / "victim", BENCHMARKS + mark + KILLER)
    for number, name in enumerate(NAMES):
        project.work(extra=f"\nNUMBER = {number}\n")
        project.commit(name)
    with machines(place, "yew") as made:
        words = ("run", "first..two", "--no-profile", "-b", "time_killer", "--pairs", "1")
        fine = project.unladen(*words, "--on", made.on)
        assert fine.returncode == 0, fine.stderr
        words = ("run", "one..four", *words[2:])
        done = project.unladen(*words, "--on", made.on)
        assert done.returncode == 4, done.stdout + done.stderr
        assert done.stdout.count("it takes its worker along: given up") == 2, done.stderr
        again = project.unladen(*words, "--on", made.on)
        assert again.stdout.count("given up before (--fresh tries again)") == 2
        assert again.returncode == 4
        until(lambda: not at_work_in(made.folder), 30)
    commits = {project.git("rev-parse", name) for name in ("first", "one", "two")}
    assert commits <= {*pairs_of(project)}


@pytest.mark.long
def test_a_scheduler_that_is_started_anew_loses_and_doubles_nothing(
    project: Project, tmp_path: Path
) -> None:
    """As a service does it: the scheduler comes back at its address, and the workers to it."""
    with machines(tmp_path / "machines", "ivy") as made:
        running = begun(project, *RUN, "--on", made.on)
        until(lambda: len(measured_together(project)) >= 1)
        until(lambda: at_work_in(made.folder))
        kept = pairs_of(project)
        assert made.scheduler is not None
        os.killpg(made.scheduler.pid, signal.SIGKILL)
        made.scheduler.wait()
        until(lambda: not at_work_in(made.folder), 60)
        made.kill("ivy")
        made.start_scheduler()
        made.start_worker("ivy")
        told, said = running.communicate(timeout=280)
        assert running.returncode == 0, told + said
        assert "the scheduler is gone" in said
        assert measured_together(project) == ALL
        now = pairs_of(project)
        assert all(runs <= now[commit] for commit, runs in kept.items())


@pytest.mark.long
@pytest.mark.skipif(not may_make_hosts(), reason="apt-get install iproute2, as root")
def test_three_hosts_of_which_one_dies_and_one_is_cut_off_and_the_scheduler_starts_anew(
    tmp_path: Path,
) -> None:
    """Each with an address of its own. What was measured is what one machine would have."""
    names = [f"c{number}" for number in range(6)]
    project = new_project(tmp_path / "victim")
    for number, name in enumerate(names):
        project.work(extra=f"\nNUMBER = {number}\n")
        project.commit(name)
    words = ("run", "c0..c5", "--no-profile", "-b", "time_work", "--pairs", "2")
    with hosts(tmp_path / "hosts", "east", "west", "south") as made:
        running = begun(project, *words, "--on", f"tcp://{made.host}:{made.port}")
        for name in ("east", "west", "south"):
            until(lambda name=name: at_work_in(made.folder / name))  # type: ignore[misc]
        made.kill("east")
        cut_off("west")
        until(lambda: not at_work_in(made.folder / "west"), 60)
        until(lambda: len(pairs_of(project)) >= 2)
        assert made.scheduler is not None
        os.killpg(made.scheduler.pid, signal.SIGKILL)
        made.scheduler.wait()
        made.kill("south")
        made.start_scheduler()
        made.start_worker("south", on=inside("south"))
        told, said = running.communicate(timeout=280)
        assert running.returncode == 0, told + said
        until(lambda: not at_work_in(made.folder), 30)
    hashes = [project.git("rev-parse", name) for name in names]
    known = pairs_of(project)
    assert known.keys() == {*hashes}
    for base, head in itertools.pairwise(hashes):
        assert len(known[base] & known[head]) == 2
