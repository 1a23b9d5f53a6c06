"""A foreign project that keeps asv's results in git: every verb leaves what it owns as it was."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.projects import CONFIG, Project, new_project, share_environments
from unladen.store.project import Project as Opened
from unladen.tools.settings import load
from unladen.tools.terminal import Progress

SUITE = """
import victim


class Work:
    def time_work(self):
        victim.work()

    def track_answer(self):
        return victim.answer(3)
"""
QUICK = ("-b", "track_answer", "-q")
STATUS = ("status", "--porcelain", "--untracked-files=all")


@pytest.fixture(scope="module")
def foreign(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """It ignores nothing of ours, keeps its suite and results in one folder, and has results."""
    made = new_project(tmp_path_factory.mktemp("foreign") / "victim", SUITE)
    conf = {**CONFIG, "results_dir": "benchmarks/results", "html_dir": "html", "env_dir": "env"}
    made.write("asv.conf.json", json.dumps(conf))
    made.write(".gitignore", "__pycache__/\n")
    made.write("benchmarks/results/benchmarks.json", '{"version": 2}\n')
    made.write("benchmarks/results/machine/machine.json", '{"machine": "machine", "version": 1}\n')
    shutil.rmtree(made.folder / ".asv")  # links, that would be committed
    made.commit("base")
    made.work(loops=50_000)
    made.commit("head")
    share_environments(made)
    return made


def changed(project: Project) -> list[str]:
    """What git shows, but for folders of ours."""
    lines = project.git(*STATUS).splitlines()
    own = ("?? .asv/unladen/", "?? benchmarks/records/", "?? benchmarks/profiles/")
    return [line for line in lines if not line.startswith((*own, "?? site/unladen/"))]


def test_records_are_kept_beside_asvs_results_and_asv_takes_none_for_its_own(
    foreign: Project,
) -> None:
    foreign.unladen("gate", "base", "head", *QUICK)
    assert list((foreign.folder / "benchmarks" / "records").glob("*/*.json"))
    script = "from asv.results import iter_results_paths as p; print(len(list(p('benchmarks'))))"
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=foreign.folder, capture_output=True, text=True
    )
    assert done.stdout.strip() == "0", "no record has a machine.json beside it"


def test_a_suite_with_its_results_in_its_own_folder_stays_the_same_suite(foreign: Project) -> None:
    """Its digest was another one after each gate, and nothing was found again."""
    before = Opened(foreign.folder, load(foreign.folder), Progress(quiet=True)).suite_digest()
    foreign.unladen("gate", "base", "head", *QUICK, "--fresh")
    path = foreign.folder / "benchmarks" / "results" / "machine" / "new.json"
    path.write_text("{}")
    opened = Opened(foreign.folder, load(foreign.folder), Progress(quiet=True))
    path.unlink()
    assert opened.suite_digest() == before


def test_after_init_and_a_gate_git_shows_what_init_wrote_and_nothing_else(
    foreign: Project,
) -> None:
    foreign.unladen("init", "--ci", "github", "--install", "git+https://git.example/unladen@v1")
    foreign.unladen("gate", "base", "head", *QUICK)
    foreign.unladen("run", "base..head", *QUICK, "--no-profile")
    shown = foreign.git(*STATUS).splitlines()
    assert sorted(line.split()[-1] for line in shown) == [
        ".github/workflows/unladen.yml",
        ".gitignore",
        "pyproject.toml",
    ]
    done = foreign.unladen("init", "--undo")
    assert "rm -r benchmarks/records" in done.stdout
    assert changed(foreign) == []
    assert not (foreign.folder / ".asv").exists()
    share_environments(foreign)


def test_a_gate_in_a_shallow_clone_runs_after_the_command_that_it_prints(
    foreign: Project, tmp_path: Path
) -> None:
    clone = Project(tmp_path / "clone")
    words = ["clone", "-q", "--depth", "1", "--branch", "main", f"file://{foreign.folder}"]
    subprocess.run(["git", *words, str(clone.folder)], check=True)
    share_environments(clone)
    gate = ("gate", "base", "HEAD", *QUICK)
    done = clone.unladen(*gate)
    assert done.returncode == 2
    command = done.stderr.partition("next: ")[2].strip()
    subprocess.run(command, shell=True, cwd=clone.folder, check=True, capture_output=True)
    done = clone.unladen(*gate)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 same" in done.stdout


def test_a_suite_whose_repository_is_an_address_measures_the_clone_that_it_lies_in(
    foreign: Project, tmp_path: Path
) -> None:
    """Otherwise HEAD would be that of the address, and nothing that is not pushed."""
    clone = Project(tmp_path / "victim")
    subprocess.run(["git", "clone", "-q", foreign.folder, clone.folder], check=True)
    address = "https://example.invalid/owner/victim.git"
    clone.git("remote", "set-url", "origin", address)
    clone.git("config", "user.name", "A Test")
    clone.git("config", "user.email", "test@example.org")
    conf = json.loads((clone.folder / "asv.conf.json").read_text())
    clone.write("asv.conf.json", json.dumps({**conf, "repo": address}))
    clone.commit("mine")
    share_environments(clone)
    done = clone.unladen("gate", "HEAD~1", "mine", *QUICK)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "mine" in done.stdout
    assert not (clone.folder / "victim.git").exists()
    assert changed(clone) == []
