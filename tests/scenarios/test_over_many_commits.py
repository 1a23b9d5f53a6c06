"""What happened over many commits, from the files of plain asv: who did it, and what was lost."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.e2e.projects import Project, asv_file, asv_history
from tests.scenarios.machine_records import ended
from tests.scenarios.rows import Sabotage, Told, control, scenario

HISTORY = ("history", "--machine", "here", "-q")


def measured(folder: Path, levels: Sequence[float], messages: Mapping[int, str]) -> Project:
    """A commit a day for each level, which scatters by half a per cent; where its message says so,
    a file is restored as the first commit had it."""
    made = asv_history(folder, [])
    for number, level in enumerate(levels):
        add(made, number, level, messages.get(number, f"Change {number}"))
    return made


def add(made: Project, number: int, level: float, message: str) -> None:
    made.write("victim/evaluate.py", f"SECONDS = {level}\n")
    made.write("victim/other.py", f"NUMBER = {number}\n")
    if message.startswith("Restore"):
        made.git("checkout", "-q", "c0", "--", "victim/evaluate.py")
    day = datetime(2026, 1, 1, 12, tzinfo=UTC) + timedelta(days=number)
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("GIT_COMMITTER_DATE", day.isoformat())
        made.commit(f"c{number}", message)
    asv_file(made, f"c{number}", level * (1 + 0.004 * ((number * 7919) % 11 - 5) / 5))


OPTIMISED = [15.4] * 10 + [8.1] * 10 + [5.6] * 10 + [3.5] * 10
STAGES = {
    10: "Cache the colours of objects",
    20: "Batch the candidates",
    30: "Score in one pass",
    40: "Restore evaluate.py",
    46: "Bring the optimisations back",
}


@scenario(
    "I09",
    "a restore of one file threw every optimisation away, was found after four days, and a fifth of"
    " what was lost never came back",
    Sabotage("unladen/output/history.py", "if all_ or each.lost > FAR:", "if all_:"),
)
def test_i09_a_restore_is_told_at_once_and_what_never_came_back_is_told_for_ever(
    tmp_path: Path, told: Told
) -> None:
    project = measured(tmp_path / "victim", [*OPTIMISED, 15.4], STAGES)
    at_once = project.unladen(*HISTORY)
    ended(at_once, 0)
    first, second = at_once.stdout.splitlines()[:2]
    assert project.git("rev-parse", "--short=8", "c40") in first
    assert "Restore evaluate.py" in first
    assert "3.5 s -> 15.4 s  candidate" in second
    for number in range(41, 54):
        add(project, number, 15.4 if number < 46 else 4.2, STAGES.get(number, f"Change {number}"))
        if number == 42:
            assert "candidate: 3 points" in project.unladen(*HISTORY).stdout
    later = project.unladen(*HISTORY)
    ended(later, 0)
    told(later, "Restore evaluate.py", "but for +20", "against the best", "best 3.5 s")
    site = project.unladen("publish", "-q", "-o", "pages")
    ended(site, 0)
    assert "against the best level ever:" in site.stdout
    assert "nothing is worse" not in site.stdout


@control("I09")
def test_i09_control_what_is_as_good_as_it_ever_was_is_not_told_to_be_lost(tmp_path: Path) -> None:
    project = measured(tmp_path / "victim", OPTIMISED, STAGES)
    done = project.unladen(*HISTORY)
    ended(done, 0)
    assert "Score in one pass" in done.stdout
    assert "against the best" not in done.stdout
    assert "nothing is worse than it was" in project.unladen("publish", "-q", "-o", "pages").stdout


ANNOUNCED = {12: "Tidy the imports of the batch", 18: "Make the evaluation 21 % faster"}


@scenario(
    "I08",
    "a gain of 21 % was announced for one commit and made by another",
    Sabotage("unladen/judge/steps.py", "index=int(where[cut]),", "index=int(where[cut]) + 6,"),
)
def test_i08_the_commit_that_did_it_is_named_and_not_the_one_that_says_so(
    tmp_path: Path, told: Told
) -> None:
    project = measured(tmp_path / "victim", [6.6] * 12 + [5.2] * 14, ANNOUNCED)
    done = project.unladen(*HISTORY)
    ended(done, 0)
    assert "21 % faster" not in done.stdout
    told(done, "Tidy the imports of the batch", "6.6 s -> 5.21 s", "1 commits with steps")


@control("I08")
def test_i08_control_a_commit_that_did_what_it_says_is_named(tmp_path: Path) -> None:
    project = measured(tmp_path / "victim", [6.6] * 18 + [5.2] * 8, ANNOUNCED)
    done = project.unladen(*HISTORY)
    ended(done, 0)
    assert "Make the evaluation 21 % faster" in done.stdout
    assert "Tidy" not in done.stdout
