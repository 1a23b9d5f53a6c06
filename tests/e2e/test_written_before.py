"""Records, profiles and a site that an earlier unladen wrote, of 18 November 2026, still open.

`tests/reference/written_before.tar.gz` holds the repository of a project of three commits as a git
bundle, its `results` as `gate` and `explain` left them, and its site without scripts and styles. It
is never written again: a format that changes gets an archive of its own beside it.
"""

import json
import re
import subprocess
from pathlib import Path

import pytest

from tests.e2e.projects import Project

ARCHIVE = Path(__file__).parents[1] / "reference" / "written_before.tar.gz"


@pytest.fixture
def project(tmp_path: Path) -> Project:
    packed = tmp_path / "packed"
    packed.mkdir()
    subprocess.run(["tar", "-xzf", str(ARCHIVE), "-C", str(packed)], check=True)
    folder = tmp_path / "victim"
    made = Project(folder)
    folder.mkdir()
    made.git("clone", "-q", "-b", "main", str(packed / "repository.bundle"), ".")
    for name in ("results", "public"):
        (packed / name).rename(folder / name)
    return made


def test_records_are_shown_and_compared_as_they_were(project: Project) -> None:
    shown = project.unladen("show", "--json", "--machine", "before")
    assert (shown.returncode, shown.stderr) == (0, "")
    assert len(json.loads(shown.stdout)) == 3
    done = project.unladen("compare", "first", "slow", "--json", "--machine", "before")
    assert (done.returncode, done.stderr) == (1, "")
    found = {each["benchmark"]: each for each in json.loads(done.stdout)["comparisons"]}
    slower = found["suite.Work.time_work"]
    assert (slower["verdict"], slower["pairs"]) == ("slower", 12)
    assert slower["change"]["estimate"] == pytest.approx(1.2468, abs=5e-5)
    assert found["suite.Numbers.track_answer(2)"]["verdict"] == "same"


def test_nothing_that_was_written_is_touched_by_looking(project: Project) -> None:
    def contents() -> dict[str, bytes]:
        paths = (project.folder / "results").rglob("*")
        return {str(path): path.read_bytes() for path in paths if path.is_file()}

    before = contents()
    for words in (("show",), ("history", "--all-machines"), ("publish", "-o", "public")):
        assert project.unladen(*words, "-q").returncode == 0
    assert contents() == before


def test_a_site_is_made_again_at_the_same_addresses(project: Project) -> None:
    public = project.folder / "public"
    before = {str(path.relative_to(public)) for path in public.rglob("*") if path.is_file()}
    assert len(before) > 20
    done = project.unladen("publish", "-o", "public", "-q")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "left out" not in done.stdout
    assert {name for name in before if not (public / name).is_file()} == set()


def test_profiles_are_told_of_and_claims_are_held(project: Project) -> None:
    project.unladen("publish", "-o", "public", "-q")
    commit = project.git("rev-parse", "slow")[:12]
    page = (project.folder / "public" / "c" / f"{commit}.html").read_text("utf-8")
    assert "victim/__init__.py:spin" in re.sub(r"<[^>]+>", "", page)
    assert "tone-bad verdict-slower" in page
    phases = (project.folder / "public" / "phases.html").read_text("utf-8")
    assert "tone-bad broken" in phases
    assert "tone-good kept" in phases
