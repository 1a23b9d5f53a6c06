"""Work that is not the same from one run to the next: drawn anew, or decided by a hash."""

import pytest

from tests.e2e.projects import Project, new_project
from tests.scenarios.rows import Sabotage, Told, control, scenario

TIES = '''
"""Which of several programs, all as good, is taken."""

NAMES = [f"program{{n}}" for n in range(40)]


def best(task):
    """Of some that are as good as each other."""
    fitting = {fitting}
    return {chosen}
'''
TIES_SUITE = """
import victim


class Choose:
    def track_chosen(self):
        return len([victim.best(n) for n in range(20)])

    def answers(self):
        return {f"task{n:02}": victim.best(n) for n in range(20)}
"""
FIRST = {"fitting": "NAMES[task : task + 6]", "chosen": "fitting[0]"}
ANY = {"fitting": "set(NAMES[task : task + 6])", "chosen": "next(iter(fitting))"}
LEAST = {"fitting": "set(NAMES[task : task + 6])", "chosen": "min(fitting, key=NAMES.index)"}


@pytest.fixture(scope="module")
def ties(tmp_path_factory: pytest.TempPathFactory) -> Project:
    made = new_project(tmp_path_factory.mktemp("ties") / "victim", TIES_SUITE)
    for name, code in {"list": FIRST, "set": ANY, "least": LEAST}.items():
        made.write("victim/__init__.py", TIES.format(**code))
        made.commit(name, f"The best program, by a {name}")
    return made


@scenario(
    "I54",
    "two implementations broke ties in another order, and answers differed by hash seed",
    Sabotage(
        "unladen/measure/session.py",
        "HASH_SEEDS, LEAST_HASH_SEEDS, LONG_ANSWERS = 3, 2, 10.0",
        "HASH_SEEDS, LEAST_HASH_SEEDS, LONG_ANSWERS = 1, 1, 10.0",
    ),
)
def test_i54_answers_that_change_with_the_hash_seed_are_wrong_and_the_seeds_are_named(
    ties: Project, told: Told
) -> None:
    done = ties.unladen("gate", "list", "set")
    assert done.returncode == 1
    told(done, "head", "WRONG ANSWERS", "of them change with the hash seed (PYTHONHASHSEED", "FAIL")


@control("I54")
def test_i54_control_ties_that_are_broken_by_what_is_known_pass(ties: Project) -> None:
    done = ties.unladen("gate", "list", "least")
    assert done.returncode == 0, done.stdout
    assert "hash seed" not in done.stdout
    assert "WRONG" not in done.stdout
