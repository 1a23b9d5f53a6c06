"""What a build costs is measured of the build, not of who measures; and is told as it was."""

import resource
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

from tests.e2e.clusters import at_work_in
from tests.quality.publishing import Cost, Outcome, Site, compared, measured, site, table

FAKE = """
import pathlib, sys
place = pathlib.Path(sys.argv[1]); place.mkdir(exist_ok=True)
(place / "index.html").write_text("x" * int(sys.argv[2]))
"""
QUICK = Cost(cpu_seconds=2.0, wall_seconds=1.0, peak_mb=100.0, exit=0)
SLOW = Cost(cpu_seconds=50.0, wall_seconds=30.0, peak_mb=900.0, exit=0)
OUTCOME = Outcome(
    asv=SLOW,
    asv_site=Site(files=100, bytes=9_000_000),
    unladen=QUICK,
    unladen_site=Site(files=10, bytes=6_000_000),
    second=QUICK,
)


def python(code: str, *words: str) -> list[str]:
    return [sys.executable, "-c", code, *words]


def test_processor_time_and_memory_are_those_of_the_command_and_its_children(
    tmp_path: Path,
) -> None:
    child = "import time; x = bytearray(150 << 20)\nwhile time.process_time() < 0.5: pass"
    code = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {child!r}])"
    cost = measured(python(code), tmp_path)
    assert cost.exit == 0
    assert 0.5 <= cost.cpu_seconds < 5
    assert cost.wall_seconds >= 0.4
    # until it becomes another program, a child has the peak of who started it
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    assert 150 < cost.peak_mb < max(250, own + 1)


def test_waiting_is_wall_time_and_no_processor_time(tmp_path: Path) -> None:
    cost = measured(python("import time; time.sleep(0.5)"), tmp_path)
    assert cost.wall_seconds >= 0.5
    assert cost.cpu_seconds < 0.4


def test_what_takes_longer_than_its_limit_is_stopped_with_its_children(tmp_path: Path) -> None:
    child = "import time; time.sleep(600)"
    code = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {child!r}])"
    cost = measured(python(code), tmp_path, limit=0.5)
    assert cost.stopped
    assert 0.5 <= cost.wall_seconds < 300
    deadline = time.monotonic() + 30  # a killed process stays in /proc until it is waited for
    while at_work_in(tmp_path) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert at_work_in(tmp_path) == []


def test_a_failure_keeps_its_exit_code_and_its_last_words(tmp_path: Path) -> None:
    cost = measured(python("import sys; sys.exit('no such verb')"), tmp_path, limit=60)
    assert (cost.exit, cost.stopped, cost.last_words) == (1, False, "no such verb")


def test_both_build_from_nothing_and_then_a_commit_is_added(tmp_path: Path) -> None:
    (tmp_path / "unladen-site").mkdir()
    (tmp_path / "unladen-site" / "of_yesterday").touch()
    asv, unladen = python(FAKE, "asv-site", "3000"), python(FAKE, "unladen-site", "1000")
    add = python("import pathlib, sys; pathlib.Path(sys.argv[1]).touch()", str(tmp_path / "added"))
    told = compared(tmp_path, asv, unladen, add, None)
    assert told.asv_site == Site(files=1, bytes=3000)
    assert told.unladen_site == Site(files=1, bytes=1000)
    assert (tmp_path / "added").exists()
    assert told.second.exit == 0


def test_a_site_that_is_not_there_has_no_files(tmp_path: Path) -> None:
    assert site(tmp_path / "none") == Site(files=0, bytes=0)


def row(outcome: Outcome, name: str) -> list[str]:
    (line,) = (line for line in table(outcome) if line.startswith(name))
    return line.removeprefix(name).split()


def test_each_line_says_both_numbers_their_ratio_and_whether_the_target_is_met() -> None:
    assert row(OUTCOME, "wall seconds") == ["30.0", "1.0", "30.0x", ">=", "20x", "met"]
    assert row(OUTCOME, "peak memory, MB") == ["900.0", "100.0", "9.0x", ">=", "4x", "met"]
    assert row(OUTCOME, "site, MB") == ["9.0", "6.0", "1.5x", ">=", "2x", "MISSED"]
    assert row(OUTCOME, "second build, seconds") == ["1.0", "<", "2", "s", "met"]


def test_of_a_build_that_was_stopped_only_lower_bounds_are_told() -> None:
    stopped = replace(OUTCOME, asv=replace(SLOW, stopped=True, exit=-9))
    assert row(stopped, "wall seconds") == [">=30.0", "1.0", ">=30.0x", ">=", "20x", "met"]
    assert row(stopped, "site, MB")[-2:] == ["cannot", "tell"]
    assert "asv publish was stopped after 30 s" in table(stopped)


def test_a_build_that_failed_meets_nothing() -> None:
    failed = replace(QUICK, exit=2, last_words="no such verb")
    outcome = replace(OUTCOME, unladen=failed, second=failed)
    assert row(outcome, "wall seconds")[-1] == "failed"
    assert row(outcome, "second build, seconds")[-1] == "failed"
    assert table(outcome)[-1] == "unladen's second publish failed, exit 2: no such verb"


def test_the_one_who_measures_does_not_load_what_would_be_counted_into_the_peak() -> None:
    code = "import sys, tests.quality.publishing; print({'numpy', 'asv'} & set(sys.modules))"
    done = subprocess.run(python(code), capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
