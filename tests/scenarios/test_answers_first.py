"""Answers that broke, under good timings, good scores and careful profiles."""

import pytest

from tests.e2e.projects import Project
from tests.scenarios.rows import Sabotage, Told, control, scenario
from tests.scenarios.same_work import solve_with, solver

GAINS = ("FASTER", "faster", "%")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """Each commit is the first one with one change."""
    made = solver(tmp_path_factory.mktemp("answers") / "victim")
    solve_with(made, palette="(*range(1, 7), 28, 29, 30)")
    made.commit("crash", "A smaller palette: 4.7 times as fast")
    solve_with(made, cells="each[1:]")
    made.commit("cut", "Objects without a copy of their first cell")
    solve_with(made, unknown="6.5", largest="min(9, max(map(len, each)))")
    made.commit("score", "A guess is better than nothing: +1.9 %")
    solve_with(made, palette="range(0)")
    made.commit("zero", "Look colours up in a range")
    solve_with(made, palette="(*range(1, 31), 31)")
    made.commit("fine", "One more colour")
    solve_with(made, unknown="6.5")
    made.commit("guess", "A guess where nothing is known")
    return made


@scenario(
    "I02",
    "a speed-up of 4.7 times was 76 of 100 tasks that crashed at once",
    Sabotage(
        "unladen/judge/answers.py",
        "items = sorted(before.keys() | after.keys())",
        'before, items = {i: before.get(i, "") for i in after}, sorted(after.keys())',
    ),
)
def test_i02_outputs_that_are_missing_fail_and_are_never_faster(
    project: Project, told: Told
) -> None:
    done = project.unladen("gate", "first", "crash", "-b", "time_solve")
    assert done.returncode == 1
    assert not any(word in done.stdout for word in GAINS)
    told(done, "head", "WRONG ANSWERS", "76 lost", "task006", "FAIL", "times were not taken")


@control("I02")
def test_i02_control_where_all_outputs_are_there_the_time_is_told(project: Project) -> None:
    done = project.unladen("gate", "first", "fine", "-b", "time_solve", "--budget", "240")
    assert done.returncode == 0, done.stdout
    assert "lost" not in done.stdout
    assert "PASS" in done.stdout


@scenario(
    "I03",
    "an optimisation cut the first cell off every object, under a good timing",
    Sabotage("unladen/judge/compare.py", "if not changed:", "if True:"),
)
def test_i03_a_changed_answer_fails_the_commit_that_is_timed_before_any_time_is_read(
    project: Project, told: Told
) -> None:
    done = project.unladen("gate", "first", "cut", "-b", "Solve")
    assert done.returncode == 1
    assert not any(word in done.stdout for word in GAINS)
    told(
        done, "head", "suite.Solve.time_solve", "34 of 100 answers differ", "items",
        "suite.Solved.track_solved", "136 of 360", "items", "FAIL", "next",
    )  # fmt: skip


@control("I03")
def test_i03_control_an_optimisation_that_cuts_nothing_off_passes(project: Project) -> None:
    done = project.unladen("gate", "first", "fine", "-b", "Solved")
    assert done.returncode == 0, done.stdout
    assert "WRONG" not in done.stdout
    assert "SAME          suite.Solved.track_solved" in done.stdout


@scenario(
    "I29",
    "the internal score rose by 1.9 % while answers broke",
    Sabotage(
        "unladen/judge/decide.py",
        "if found & FAILING or decision.unwanted:",
        "if (found & FAILING and Verdict.BETTER not in found) or decision.unwanted:",
    ),
)
def test_i29_a_better_score_does_not_make_up_for_broken_answers(
    project: Project, told: Told
) -> None:
    done = project.unladen("gate", "first", "score", "-b", "track")
    told(
        done, "head", "WRONG ANSWERS suite.Solved.track_solved", "19 of 360", "items",
        "BETTER        suite.Score.track_score", "0.9 ->", "FAIL", "next",
    )  # fmt: skip
    assert done.returncode == 1, "the score is better, and that is no pass"


@control("I29")
def test_i29_control_a_better_score_with_all_answers_right_passes(project: Project) -> None:
    done = project.unladen("gate", "first", "guess", "-b", "track")
    assert done.returncode == 0, done.stdout
    assert "BETTER        suite.Score.track_score" in done.stdout
    assert "WRONG" not in done.stdout


@scenario(
    "I56",
    "a run with 0 % accuracy was profiled and analysed",
    Sabotage(
        "unladen/verbs/explain.py",
        'action="store_true",\n        help="take apart',
        'action="store_false",\n        help="take apart',
    ),
)
def test_i56_nothing_is_taken_apart_whose_answers_are_wrong(project: Project, told: Told) -> None:
    done = project.unladen("explain", "first", "zero", "-b", "time_solve")
    assert done.returncode == 1
    told(done, "WRONG ANSWERS", "100 of 100", "items", "where", "not taken apart")
    assert "function" not in done.stdout
    assert not (project.folder / "results" / "profiles").exists()


@control("I56")
def test_i56_control_what_answers_as_before_is_taken_apart(project: Project) -> None:
    words = ("--lanes", "calls,samples", "--pairs", "2", "--precision", "10%")
    done = project.unladen("explain", "first", "fine", "-b", "time_solve", *words)
    assert done.returncode == 0, done.stderr
    assert "WRONG" not in done.stdout
    assert "victim.objects" in done.stdout
