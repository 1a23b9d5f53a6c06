"""`unladen import`: what it says, what it writes, and what it refuses; in a repository without any
suite of its own."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.unit.unladen.imports import HERE
from unladen import cli


def git(folder: Path, *words: str) -> str:
    identity = ("-c", "user.name=A Test", "-c", "user.email=test@example.org")
    command = ["git", *identity, *words]
    done = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout.strip()


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    git(tmp_path, "init", "-q", "-b", "main")
    for name in ("one", "two"):
        git(tmp_path, "commit", "-q", "--allow-empty", "-m", name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def stored(folder: Path, revision: str, factor: float) -> Path:
    """As pytest-benchmark would have stored it at a commit."""
    content = json.loads((HERE / "pytest_benchmark_stored.json").read_text())
    content["commit_info"]["id"] = git(folder, "rev-parse", revision)
    for each in content["benchmarks"]:
        each["stats"]["median"] *= factor
    name = f"{content['commit_info']['id'][:8]}.json"
    place = folder / ".benchmarks" / "Linux-CPython" / name
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(json.dumps(content))
    return place


def records(folder: Path) -> dict[str, bytes]:
    found = (folder / "results" / "records").rglob("*.json")
    return {path.name: path.read_bytes() for path in found}


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    code = cli.main(list(words))
    told = capsys.readouterr()
    return code, told.out + told.err


def test_a_storage_of_many_commits_is_imported_once(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stored(here, "HEAD~1", 1.0)
    stored(here, "HEAD", 3.0)
    code, text = run(capsys, "import", ".benchmarks", "-q", "--dry-run")
    assert code == 0
    assert "6 results would be added" in text
    assert records(here) == {}
    assert run(capsys, "import", ".benchmarks", "-q")[0] == 0
    first = records(here)
    assert len(first) == 2
    code, text = run(capsys, "import", ".benchmarks", "-q")
    assert "0 results added, 6 were here already" in text
    assert records(here) == first


def test_what_was_imported_is_shown_compared_and_published(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stored(here, "HEAD~1", 1.0)
    stored(here, "HEAD", 3.0)
    run(capsys, "import", ".benchmarks", "-q", "--machine", "ci")
    assert "imported pytest-benchmark on ci" in run(capsys, "show")[1]
    code, text = run(capsys, "compare", "HEAD~1", "HEAD", "--machine", "ci", "--all")
    assert code == 3
    assert "+200.00 %" in text
    assert "good to 14 %" in text
    assert "taken to be within 10 %" in text
    code, text = run(capsys, "history", "-q", "--json")
    assert code == 0
    assert run(capsys, "publish", "-q")[0] == 0
    pages = [path.read_text("utf-8") for path in (here / "site" / "unladen" / "b").glob("*.html")]
    assert any("measured by another tool" in page for page in pages)


def test_a_file_that_names_no_commit_needs_one(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copyfile(HERE / "hyperfine.json", here / "h.json")
    code, text = run(capsys, "import", "h.json", "-q")
    assert code == 2
    assert "next: unladen import h.json --commit REV" in text
    assert run(capsys, "import", "h.json", "-q", "--commit", "HEAD")[0] == 0
    assert len(records(here)) == 1


def test_a_file_that_names_its_commit_takes_no_other(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = stored(here, "HEAD", 1.0)
    code, text = run(capsys, "import", str(path), "-q", "--commit", "HEAD~1")
    assert code == 2
    assert "without --commit" in text
    assert run(capsys, "import", str(path), "-q", "--commit", "HEAD")[0] == 0


def test_commits_of_elsewhere_are_imported_and_told(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, text = run(capsys, "import", str(HERE / "github_action.js"), "-q", "--json")
    assert code == 0
    (told,) = json.loads(text)["files"]
    assert (told["commits"], told["elsewhere"], told["new"]) == (3, 3, 5)
    assert len(records(here)) == 3


def test_a_folder_of_asv_is_read_by_its_machine_file(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = here / "old" / "laptop"
    place.mkdir(parents=True)
    (place / "machine.json").write_text('{"machine": "laptop", "version": 1}')
    shutil.copyfile(HERE / "asv_version1.json", place / "dddddddd-e.json")
    code, text = run(capsys, "import", "old", "-q")
    assert code == 0
    assert "3 results of 1 commit, by asv" in text
    assert "0 results added" in run(capsys, "import", "old", "-q")[1]


@pytest.mark.parametrize("content", ["", "{}", "no JSON", '{"benchmarks": []}'])
def test_what_no_tool_wrote_writes_nothing_and_ends_with_4(
    here: Path, capsys: pytest.CaptureFixture[str], content: str
) -> None:
    (here / "x.json").write_text(content)
    code, text = run(capsys, "import", "x.json", "-q")
    assert code == 4
    assert "unladen import --help" in text
    assert records(here) == {}


def test_one_bad_file_among_good_ones_is_told_and_the_others_are_imported(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stored(here, "HEAD", 1.0)
    (here / ".benchmarks" / "bad.json").write_text("[")
    code, text = run(capsys, "import", ".benchmarks", "-q")
    assert code == 0
    assert "bad.json: not imported" in text
    assert "3 results added" in text
