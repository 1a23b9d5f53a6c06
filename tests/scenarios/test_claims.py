"""What a commit says it is worth, and what it is worth: claims in the trailers of its message."""

import subprocess

import pytest

from tests.e2e.projects import Project
from tests.scenarios import claimed
from tests.scenarios.claimed import after, claims
from tests.scenarios.rows import Sabotage, Told, control, scenario

FASTER = """
def solve(n):
    return sum(k * k % 7 for k in range(n // 4))
"""
COMPUTED_GRIDS = claimed.GRIDS.replace(
    "    total = 0\n    for k in range(60):\n        total += k * key\n    return total",
    "    return 1_770 * key",
)
CACHED_PROGRAMS = "from functools import lru_cache\n\n\n@lru_cache" + claimed.PROGRAMS
HONEST = """All that it says

Phase: 2
Expect: suite.Solve.time_solve <= -30%
Expect: suite.Grids.time_lookups <= -50%
Expect: suite.Grids.track_stopwatch same
Expect: suite.Programs.time_programs faster
Expect: suite.Drawn.time_drawn faster
Expect: calls victim/draw.py:stroke none
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return claimed.first(tmp_path_factory.mktemp("claims") / "victim")


@pytest.fixture(scope="module")
def honest(project: Project) -> subprocess.CompletedProcess[str]:
    """A commit that does what it says: one run for the controls of this module."""
    changed = {"solve": FASTER, "grids": COMPUTED_GRIDS, "draw": claimed.ALL_OFF}
    after(project, "honest", HONEST, changed | {"programs": CACHED_PROGRAMS})
    done = claims(project, "honest")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("KEPT") == HONEST.count("Expect:")
    return done


@scenario(
    "I12",
    "a projection (3.34 times faster) was published as a measurement; measured: 33 % slower",
    Sabotage(
        "unladen/judge/claims.py",
        "if found.high < claim.low or found.low > claim.high:",
        "if found.high < claim.low:",
    ),
)
def test_i12_a_projected_speed_up_is_broken_by_the_pairs_that_were_measured(
    project: Project, told: Told
) -> None:
    slower = claimed.SOLVE.replace("range(n)", "range(n * 4 // 3)")
    said = "Solve in batches: 3.34 times faster\n\nProjected from one task.\n\n"
    said += "Expect: suite.Solve.time_solve <= -60%\n"
    after(
        project, "projected", said + "Expect: suite.Solve.time_all_400 <= -70%", {"solve": slower}
    )
    done = claims(project, "projected")
    assert done.returncode == 1
    lines = [line.strip() for line in done.stdout.splitlines()]
    measured = lines[lines.index("BROKEN    suite.Solve.time_solve <= -60%") + 1]
    assert 15 < float(measured.split()[0]) < 60
    assert lines[lines.index("UNPROVEN  suite.Solve.time_all_400 <= -70%") + 1] == "not measured"
    told(done, "3.34 times", "BROKEN", "%", "UNPROVEN", "not measured")


@control("I12")
def test_i12_control_a_speed_up_that_was_measured_is_kept(
    honest: subprocess.CompletedProcess[str],
) -> None:
    assert "KEPT      suite.Solve.time_solve <= -30%" in honest.stdout


@scenario(
    "I25",
    '"2,400 s saved", in a run of 25 s, was the number of hits times a constant',
    Sabotage("unladen/judge/computed.py", "if most <= TWICE * measurement.passed:", "if True:"),
)
def test_i25_seconds_that_nobody_waited_for_are_computed_and_the_benefit_is_measured_on_and_off(
    project: Project, told: Told
) -> None:
    said = "Cache the grids: saves 2,400 s\n\nExpect: suite.Grids.track_saved >= 50%\n"
    said += "Expect: suite.Grids.time_lookups <= -50%"
    after(project, "saved", said, {"grids": claimed.CACHED_GRIDS})
    done = claims(project, "saved")
    assert done.returncode == 1
    assert "KEPT" not in done.stdout
    assert "BROKEN    suite.Grids.time_lookups <= -50%" in done.stdout
    told(
        done, "saves 2,400 s", "UNPROVEN", "computed, not measured: it says 2,400 s", "BROKEN", "%"
    )


@control("I25")
def test_i25_control_seconds_of_a_stopwatch_and_a_cache_that_saves_them(
    honest: subprocess.CompletedProcess[str],
) -> None:
    assert "KEPT      suite.Grids.track_stopwatch same" in honest.stdout
    assert "KEPT      suite.Grids.time_lookups <= -50%" in honest.stdout
    assert "computed" not in honest.stdout


@scenario(
    "I26",
    "the hit rate of one cache was cited as proof of another change",
    Sabotage(
        "unladen/judge/claims.py",
        "if id in old and id in new and untouched(old[id], new[id]):",
        "if False:",
    ),
)
def test_i26_a_claim_about_what_runs_none_of_the_changed_lines_is_unproven(
    project: Project, told: Told
) -> None:
    said = "Cache compiled programs, as the hit rate shows\n\n"
    said += "Expect: suite.Grids.track_hit_rate same\nExpect: suite.Grids.time_lookups same\n"
    said += "Expect: calls victim/grids.py:lookup same"
    after(project, "programs", said, {"programs": CACHED_PROGRAMS})
    done = claims(project, "programs")
    assert done.returncode == 3
    assert done.stdout.count("UNPROVEN") == 3
    assert done.stdout.count("it runs none of the changed lines") == 3
    words = ("UNPROVEN", "it runs none of the changed lines")
    told(done, "as the hit rate shows", *words, *words, *words)


@control("I26")
def test_i26_control_a_claim_about_what_runs_the_changed_lines_is_judged(
    honest: subprocess.CompletedProcess[str],
) -> None:
    assert "KEPT      suite.Programs.time_programs faster" in honest.stdout
    assert "none of the changed lines" not in honest.stdout


@scenario(
    "I38",
    "GPU code was shipped, benchmarked and written up, and never ran",
    Sabotage(
        "unladen/judge/findings.py",
        'found += [f"{file}:{_span(each)}" for each in _runs(sorted(lines & missed))]',
        "pass",
    ),
)
def test_i38_changed_lines_that_no_benchmark_of_a_claim_runs_are_listed(
    project: Project, told: Told
) -> None:
    said = "Solve on the GPU\n\nPhase: 3\nExpect: suite.Solve.time_solve <= -30%"
    after(project, "gpu", said, {"solve": claimed.GPU, "gpu": claimed.ON_GPU})
    done = claims(project, "gpu")
    assert done.returncode == 1
    body = claimed.ON_GPU.splitlines().index("def solve(n):") + 2
    assert f"victim/gpu.py:{body}-{body + 3}" in done.stdout
    branch = claimed.GPU.splitlines().index("        return gpu.solve(n)") + 1
    assert f"victim/solve.py:{branch}\n" in done.stdout
    told(done, "on the GPU", "BROKEN", "never ran", "victim/gpu.py", "victim/solve.py")


@control("I38")
def test_i38_control_of_lines_that_run_none_is_listed(
    honest: subprocess.CompletedProcess[str],
) -> None:
    assert "never ran" not in honest.stdout


@scenario(
    "I39",
    'a feature that was "disabled" still ran: 18 additions were counted',
    Sabotage("unladen/judge/claims.py", "    if now:\n", "    if now > before:\n"),
)
def test_i39_what_is_switched_off_and_still_called_is_counted(project: Project, told: Told) -> None:
    said = "Draw nothing any more\n\nExpect: suite.Drawn.time_drawn faster\n"
    said += "Expect: calls victim/draw.py:stroke none"
    after(project, "disabled", said, {"draw": claimed.FRAMES_OFF})
    done = claims(project, "disabled")
    assert done.returncode == 1
    told(done, "Draw nothing", "draw.py:stroke none", "it is called 18 times (36 before)")


@control("I39")
def test_i39_control_what_is_off_is_never_called(
    honest: subprocess.CompletedProcess[str],
) -> None:
    assert "KEPT      calls victim/draw.py:stroke none" in honest.stdout
    assert "never called (36 times before)" in honest.stdout


@scenario(
    "I41",
    "a cache on top of a cache was worth 0.95 %, on two random tasks",
    Sabotage(
        "unladen/judge/claims.py",
        "    old, new = evidence.measured\n    if claim.metric",
        "    new, old = evidence.measured\n    if claim.metric",
    ),
)
def test_i41_a_second_cache_is_held_to_its_claim_on_all_tasks_side_by_side(
    project: Project, told: Told
) -> None:
    said = "Cache parsed tasks once more: -0.95 % on two tasks\n\n"
    said += "Expect: suite.Tasks.time_tasks <= -0.9%"
    after(project, "twice", said, {"tasks": claimed.TASKS_CACHED_TWICE})
    done = claims(project, "twice")
    assert done.returncode == 1
    told(done, "on two tasks", "BROKEN    suite.Tasks.time_tasks <= -0.9%", "%")
    checked = project.unladen("check", "-q")
    assert "TwoTasks" in checked.stdout


@control("I41")
def test_i41_control_a_cache_where_there_was_none_is_kept(
    honest: subprocess.CompletedProcess[str],
) -> None:
    assert "KEPT      suite.Programs.time_programs faster" in honest.stdout
