"""What was measured under other conditions: a log level, another way through the code, a first
call."""

import pytest

from tests.e2e.projects import Project, new_project
from tests.scenarios.machine_records import ended
from tests.scenarios.rows import Sabotage, Told, control, scenario

VERDICT = ("-q", "--no-why", "--witness", "never", "--budget", "20")
RUN = ("-q", "--no-profile", "--pairs", "1", "-b", "time_solve")

VICTIM = '''
"""A solver that logs, starts when it is first called, and works in threads, but not in many."""

import logging
import os
from concurrent.futures import ThreadPoolExecutor

LOG = logging.getLogger(__name__)
way = "none"
started = False

if level := os.environ.get("VICTIM_LOG_LEVEL"):
    logging.basicConfig(level=level, filename=os.devnull)


def spin(n):
    total = 0
    for k in range(n):
        total += k * k % 7
    return total


def solve():
    for number in range({steps}):
        LOG.debug("step %d of the search", number)
        spin(20)


def evaluate(threads={threads}):
    """A machine allows no more than 40 threads."""
    global way
    if threads > 40:
        way = "one by one, the first 10"
        return [spin(500) for _ in range(10)]
    way = "threads"
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(spin, [500] * 100))


def render():
    global started
    if not started:
        started = True
        spin({start})
    return spin({render})
'''
SUITE = """
import victim


class Solve:
    def time_solve(self):
        victim.solve()


class Evaluate:
    def time_evaluate(self):
        victim.evaluate()

    def mode_taken(self):
        return {"way": victim.way}


class Render:
    def time_render(self):
        victim.render()
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    made = new_project(tmp_path_factory.mktemp("surroundings") / "victim", SUITE)
    base = {"steps": 400, "threads": 8, "start": 300_000, "render": 20_000}
    changes = {
        "base": {},
        "fix": {"steps": 100},
        "threads": {"threads": 48},
        "fewer threads": {"threads": 2},
        "start": {"start": 6_000_000, "render": 10_000},
        "no start": {"start": 1, "render": 20_000},
        "quicker": {"start": 1, "render": 10_000},
    }
    for name, change in changes.items():
        made.write("victim/__init__.py", VICTIM.format(**(base | change)))
        made.commit(name.replace(" ", "-"), f"Change {name}")
    return made


@scenario(
    "I18",
    "the same fix was worth 3.7 or 5.7 times, depending on the log level around it",
    Sabotage("unladen/judge/comparable.py", "if base.variables != head.variables:", "if False:"),
)
def test_i18_what_was_measured_under_another_log_level_is_not_compared(
    project: Project, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VICTIM_LOG_LEVEL", "DEBUG")
    ended(project.unladen("run", "base", *RUN), 0)
    monkeypatch.delenv("VICTIM_LOG_LEVEL")
    ended(project.unladen("run", "fix", *RUN), 0)
    done = project.unladen("compare", "base", "fix", "-b", "time_solve")
    ended(done, 3)
    told(done, "UNDECIDED", "under other variables", "UNDECIDED  1")
    shown = project.unladen("show", "base").stdout
    assert "log level DEBUG" in shown
    assert "VICTIM_LOG_LEVEL=DEBUG" in shown


@control("I18")
def test_i18_control_both_under_one_log_level_are_compared(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VICTIM_LOG_LEVEL", "DEBUG")
    done = project.unladen("gate", "base", "fix", *VERDICT, "-b", "time_solve")
    ended(done, 0)
    assert "FASTER" in done.stdout
    assert "variables" not in done.stdout


@scenario(
    "I47",
    "above 40 threads the program took another code path, and what was measured was that",
    Sabotage(
        "unladen/judge/comparable.py", "if way := other_way(base.runs, head.runs):", 'if way := "":'
    ),
    missing="the benchmark has to say which way it took (`mode_taken`): of one that does not,"
    " another way is not seen; and a step of `history` is not told to be one",
)
def test_i47_another_way_through_the_code_is_not_called_faster(
    project: Project, told: Told
) -> None:
    done = project.unladen("gate", "base", "threads", *VERDICT, "-b", "time_evaluate")
    ended(done, 3)
    told(done, "UNDECIDED", "another way was taken", "UNDECIDED  1")
    assert "way one by one" in project.unladen("show", "threads").stdout


@control("I47")
def test_i47_control_the_same_way_is_compared(project: Project) -> None:
    words = ("-b", "time_evaluate", "--allow", "400%")
    done = project.unladen("gate", "base", "fewer-threads", *VERDICT, *words)
    ended(done, 0)
    assert "PASS" in done.stdout
    assert "another way" not in done.stdout


@scenario(
    "I50",
    "a start of 2 s and a compiler's 0.8 s were inside of averages",
    Sabotage("unladen/judge/first_calls.py", "return first > MUCH * usual", "return first < 0"),
)
def test_i50_a_first_call_is_a_figure_of_its_own(project: Project, told: Told) -> None:
    done = project.unladen("gate", "base", "start", *VERDICT, "-b", "time_render")
    ended(done, 0)
    told(done, "FASTER", "first call", "PASS  1 faster")
    assert "slower: +" in done.stdout


@control("I50")
def test_i50_control_a_first_call_like_all_others_is_not_told(project: Project) -> None:
    done = project.unladen("gate", "no-start", "quicker", *VERDICT, "-b", "time_render")
    ended(done, 0)
    assert "FASTER" in done.stdout
    assert "first call" not in done.stdout
