"""Commits that change no code, and what is credited to them."""

import pytest

from tests.e2e.projects import Project, new_project
from tests.scenarios.rows import Sabotage, Told, control, scenario


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    made = new_project(tmp_path_factory.mktemp("same") / "victim")
    text = (made.folder / "victim/__init__.py").read_text()
    made.write("victim/__init__.py", f"# faster than before\n{text}")
    made.commit("same", "Make the work 21 % faster")
    made.work(loops=20_000)
    made.commit("faster")
    return made


@scenario(
    "I07",
    "a gain of 21 % was credited to a commit that changes no code",
    Sabotage("unladen/judge/same_code.py", "if not alike(base, head, generated):", "if True:"),
)
def test_i07_a_commit_that_changes_no_code_is_the_same_and_is_not_measured(
    project: Project, told: Told
) -> None:
    done = project.unladen("gate", "first", "same", "-b", "time_work")
    assert done.returncode == 0
    told(done, "SAME", "identical code", "the same code but for", "PASS")


@control("I07")
def test_i07_control_a_commit_that_does_change_code_is_measured(project: Project) -> None:
    done = project.unladen("gate", "first", "faster", "-b", "time_work")
    assert done.returncode == 0
    assert "faster" in done.stdout
    assert "identical" not in done.stdout
