"""Runs that did less than they were asked for, and said otherwise."""

import pytest

from tests.e2e.projects import Project, new_project
from tests.scenarios.rows import Sabotage, Told, control, scenario

COMMAND = '''
"""A command line, and what it runs."""

import random

TASKS = [f"task{{n:03}}" for n in range(400)]
DONE = set()


def evaluate(count):
    """The report that people read, and what was done."""
    chosen = {chosen}
    done = [task for task in chosen if {due}]
    for task in done:
        sum(k * k % 7 for k in range(200))
        {after}
    return {{"tasks": count, "done": done}}


def candidates(workers):
    """Of 149 places; as if each worker had its share."""
    size = {size}
    shares = [range(149)[k * size : (k + 1) * size] for k in range(workers)]
    return {{f"candidate{{n:03}}": n * n % 97 for share in shares for n in share}}


WORDS = "{note}"
'''
AS_IT_SHOULD = {
    "chosen": "TASKS[:count]",
    "due": "True",
    "after": "pass",
    "size": "-(-149 // workers)",
    "note": "",
}
ONE_AT_RANDOM = "[random.choice(TASKS[:count])]"

SUITE = """
import victim


class Evaluate:
    asked = 100

    def time_evaluate(self):
        self.report = victim.evaluate(100)

    def done(self):
        return self.report["done"]


class Executors:
    params = ["sequential", "parallel"]
    param_names = ["executor"]

    def track_candidates(self, executor):
        return len(victim.candidates({"sequential": 1, "parallel": 7}[executor]))

    def answers(self, executor):
        return victim.candidates({"sequential": 1, "parallel": 7}[executor])

    def same_answers(self, executor):
        return "whoever does the work"


class SpotCheck:
    corpus = 400

    def track_right(self):
        return 13

    def answers(self):
        return {task: "right" for task in victim.TASKS[::31] if victim.right(task)}


class Full:
    def track_right(self):
        return 400

    def answers(self):
        return {task: "right" for task in victim.TASKS if victim.right(task)}
"""
RIGHT = """

def right(task):
    return {wrong}
"""
NONE_WRONG, SOME_WRONG = "True", "int(task[4:]) % 31 == 0 or int(task[4:]) > 23"


def write(project: Project, name: str, message: str, **changes: str) -> None:
    right = RIGHT.format(wrong=changes.pop("right", NONE_WRONG))
    text = COMMAND.format(**{**AS_IT_SHOULD, **changes})
    project.write("victim/__init__.py", text + right)
    project.commit(name, message)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    made = new_project(tmp_path_factory.mktemp("asked") / "victim", SUITE)
    write(made, "one", "-c 100", chosen=ONE_AT_RANDOM)
    write(made, "still-one", "-c 100, in half the time", chosen=ONE_AT_RANDOM, after="continue")
    write(made, "all", "All that are asked for")
    write(
        made,
        "kept",
        "Do not solve again what is solved",
        due="task not in DONE",
        after="DONE.add(task)",
    )
    write(made, "parallel", "Shares of 18", size="149 if workers == 1 else 18")
    write(made, "lost", "A special case less", right=SOME_WRONG)
    write(made, "counted", "Count what is done", after="DONE.add(task)")
    write(made, "fine", "A comment that runs", note="seen")
    return made


@scenario(
    "I30",
    "-c 100 ran one random task",
    Sabotage(
        "unladen/probe/unladen_probe_answers.py",
        "elif numbers[0] != numbers[1]:",
        "elif not numbers[1]:",
    ),
)
def test_i30_what_was_executed_is_held_to_what_was_asked_for(project: Project, told: Told) -> None:
    done = project.unladen("gate", "one", "still-one", "-b", "Evaluate")
    assert done.returncode == 3
    told(
        done,
        "head",
        "UNDECIDED",
        "not done: asked for 100 items, the last call did 1: task",
        "next",
    )
    assert "PASS" not in done.stdout


@control("I30")
def test_i30_control_all_that_was_asked_for_passes(project: Project) -> None:
    done = project.unladen("gate", "all", "fine", "-b", "Evaluate")
    assert done.returncode == 0, done.stdout
    assert "not done" not in done.stdout


@scenario(
    "I42",
    "a second iteration did no work at all and still reported 100 tasks",
    Sabotage(
        "unladen/probe/unladen_probe_answers.py",
        'compare_work(asked, done, "the last call did")',
        'compare_work(asked, done or asked, "the last call did")',
    ),
)
def test_i42_a_call_that_does_nothing_fails(project: Project, told: Told) -> None:
    done = project.unladen("gate", "all", "kept", "-b", "Evaluate")
    assert done.returncode == 1
    told(done, "head", "FAILED", "not done: asked for 100 items, the last call did 0", "FAIL")
    assert "faster" not in done.stdout


@control("I42")
def test_i42_control_calls_that_each_do_their_work_are_no_error(project: Project) -> None:
    done = project.unladen("gate", "all", "counted", "-b", "Evaluate", "--budget", "240")
    assert done.returncode == 0, done.stdout
    assert "not done" not in done.stdout


@scenario(
    "I43",
    "a parallel rewrite produced 126 candidates instead of 149",
    Sabotage("unladen/measure/gathering.py", "if not agree(known, one):", "if False:"),
)
def test_i43_variants_that_must_answer_alike_are_held_to_each_other(
    project: Project, told: Told
) -> None:
    done = project.unladen("gate", "all", "parallel", "-b", "Executors")
    assert done.returncode == 1
    told(
        done, "head", "FAILED", "23 of 149 answers differ (23 lost, 0 gained) from those of", "FAIL"
    )  # fmt: skip
    assert "SAME          suite.Executors.track_candidates('sequential')" in done.stdout


@control("I43")
def test_i43_control_as_many_workers_with_all_of_the_work_pass(project: Project) -> None:
    done = project.unladen("gate", "all", "fine", "-b", "Executors", "--all")
    assert done.returncode == 0, done.stdout
    assert "differ" not in done.stdout
    assert "track_candidates('parallel')" in done.stdout


@scenario(
    "I11",
    "100 % correct was a spot check of 13 solvers; the full run lost 23",
    Sabotage("unladen/judge/samples.py", "if not 0 < sample < corpus:", "if True:"),
)
def test_i11_what_a_spot_check_misses_is_stated_and_the_full_run_finds_it(
    project: Project, told: Told
) -> None:
    done = project.unladen("gate", "all", "lost", "-b", "Full", "-b", "SpotCheck")
    assert done.returncode == 1
    told(
        done, "head", "WRONG ANSWERS suite.Full", "23 of 400 answers differ (23 lost", "SAME",
        "of 13 of 400 items: a change that breaks 20 of all goes unseen 51 times in 100", "FAIL",
    )  # fmt: skip


@control("I11")
def test_i11_control_of_a_full_run_there_is_nothing_to_state(project: Project) -> None:
    done = project.unladen("gate", "all", "fine", "-b", "Full")
    assert done.returncode == 0, done.stdout
    assert "times in 100" not in done.stdout
