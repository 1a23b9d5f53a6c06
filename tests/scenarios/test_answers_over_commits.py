"""Answers that were lost long ago, by one commit of many."""

from pathlib import Path

from tests.e2e.projects import Project
from tests.scenarios.rows import Sabotage, Told, control, scenario
from tests.scenarios.same_work import solve_with, solver


def measured(folder: Path, palettes: dict[str, str]) -> Project:
    """By a nightly run that nobody reads."""
    made = solver(folder)
    for name, palette in palettes.items():
        solve_with(made, palette=palette)
        made.commit(name, name.capitalize())
    done = made.unladen("run", f"first..{name}", "--no-profile", "-q", "-b", "Solved")
    assert done.returncode == 0, done.stderr
    return made


@scenario(
    "I10",
    "30 tasks, later 290, stopped being solved, and nobody saw it for 20 days",
    Sabotage("unladen/history/answered.py", "if any(items.values()):", "if False:"),
)
def test_i10_the_commits_that_lost_answers_are_named_with_the_ids_of_what_they_lost(
    tmp_path: Path, told: Told
) -> None:
    some, few = "range(3, 31)", "range(21, 31)"
    made = measured(tmp_path / "victim", {"fewer": some, "tidy": f"[*{some}]", "ten": few})
    done = made.unladen("history")
    assert done.returncode == 0
    told(
        done, "answers that are not what they were", "Ten", "328 -> 40 answers", "288 lost:",
        "next", "Fewer", "360 -> 328 answers", "32 lost: task000", "next",
    )  # fmt: skip
    assert "Tidy" not in done.stdout


@control("I10")
def test_i10_control_commits_that_lose_nothing_are_not_told(tmp_path: Path) -> None:
    made = measured(tmp_path / "victim", {"range": "range(1, 31)"})
    done = made.unladen("history")
    assert done.returncode == 0
    assert "answers" not in done.stdout
    assert "1 series, 2 points" in done.stdout
