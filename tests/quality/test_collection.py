"""Collections that are made to test on: asv takes them for its own, and what is told is true."""

import itertools
import json
import math
import statistics
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.quality import collection, collection_git, collection_plan
from tests.quality.collection import main
from tests.quality.collection_files import five_digits
from unladen.errors import Exit

SIZE = ("--commits=80", "--series=300", "--benchmarks=40", "--environments=2")


def made(folder: Path, *options: str) -> Path:
    assert main([str(folder), "--noise=synthetic", *(options or SIZE)]) == 0
    return folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(tmp_path_factory.mktemp("made") / "collection")


def result_files(folder: Path) -> list[Path]:
    return sorted((folder / "results" / "runner").glob("*-*.json"))


def everything(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and ".git/" not in str(path)
    }


def told(folder: Path) -> dict[str, object]:
    truth: dict[str, object] = json.loads((folder / "truth.json").read_text("utf-8"))
    return truth


def test_asv_loads_each_file_and_writes_it_again_as_it_is(folder: Path, tmp_path: Path) -> None:
    from asv.results import Results

    paths = result_files(folder)
    assert len(paths) == 160
    for path in paths:
        Results.load(str(path), machine_name="runner").save(str(tmp_path))
        again = (tmp_path / "runner" / path.name).read_text("utf-8")
        assert again == path.read_text("utf-8")


@example(1_008_499_999.7)
@given(st.floats(1e-9, 1e12))
def test_statistics_are_cut_to_the_digits_that_asv_leaves(value: float) -> None:
    """Where the sixth digit is a five, with nothing after it, either way is as near."""
    from asv.util import truncate_float_list

    (cut,) = five_digits(np.array([value])).tolist()
    assert cut == truncate_float_list(value) or abs(cut - value) == pytest.approx(
        abs(truncate_float_list(value) - value), rel=1e-6
    )
    assert truncate_float_list(cut) == cut


@pytest.mark.slow
def test_asv_publishes_it_without_a_warning(folder: Path, tmp_path: Path) -> None:
    words = [sys.executable, "-m", "asv", "publish", "--no-pull", "-o", str(tmp_path / "site")]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "warn" not in done.stdout.lower()
    index = json.loads((tmp_path / "site" / "index.json").read_text("utf-8"))
    assert len(index["benchmarks"]) == 40
    assert len(index["graph_param_list"]) == 2


def test_it_has_as_many_series_as_were_asked_for(folder: Path) -> None:
    described = json.loads((folder / "results" / "benchmarks.json").read_text("utf-8"))
    del described["version"]
    widths = [math.prod(map(len, each["params"])) for each in described.values()]
    assert (len(widths), sum(widths)) == (40, 150)
    assert {len(each["params"]) for each in described.values()} == {0, 1, 2}


def test_it_has_what_real_files_have_that_is_not_a_number(folder: Path) -> None:
    text = "".join(path.read_text("utf-8") for path in result_files(folder))
    words = (": [null, [[", ", null, ", "NaN", "-Infinity", " Infinity", "<build>")
    assert [word for word in words if word not in text] == []


def histories(folder: Path) -> dict[tuple[str, int, str], list[float]]:
    """Of each series the values in the order of commits, NaN where there is none."""
    found: dict[tuple[str, int, str], list[float]] = {}
    contents = [json.loads(path.read_text("utf-8")) for path in result_files(folder)]
    for content in sorted(contents, key=lambda content: int(content["date"])):
        for name, row in content["results"].items():
            for place in range(math.prod(map(len, row[1]))):
                value = row[0][place] if row[0] else None
                series = found.setdefault((name, place, content["env_name"]), [])
                series.append(math.nan if value is None else value)
    return found


def test_medians_before_and_after_a_step_differ_by_what_was_planted(folder: Path) -> None:
    """Asked of series that are steady enough to tell; in every environment."""
    truth = told(folder)
    planted = truth["steps"]
    assert isinstance(planted, list)
    series = histories(folder)
    asked = 0
    for (name, place, _), values in series.items():
        mine = [
            each for each in planted if (each["benchmark"], each["parameters"]) == (name, place)
        ]
        edges = [0, *(each["index"] for each in mine), len(values)]
        parts = [
            [value for value in values[start:end] if value == value]
            for start, end in itertools.pairwise(edges)
        ]
        for step, before, after in zip(mine, parts, parts[1:], strict=False):
            if min(len(before), len(after)) < 8:
                continue
            old, new = statistics.median(before), statistics.median(after)
            if max(statistics.stdev(before) / old, statistics.stdev(after) / new) < 0.015:
                asked += 1
                assert new / old == pytest.approx(step["ratio"], rel=0.02)
    assert asked >= 20


def test_no_series_has_more_than_two_steps_and_many_share_a_commit() -> None:
    asked = collection_plan.Asked(
        commits=500, benchmarks=300, series=3000, environments=1, seed=3, noise="", data=""
    )
    steps = collection_plan.steps(asked)
    of_series = [sum(step.column == column for step in steps) for column in range(3000)]
    at = [sum(step.index == index for step in steps) for index in range(500)]
    assert set(of_series) == {0, 1, 2}
    assert max(at) >= 50
    assert all(at[index] == 0 for index in (0, 499))


def test_the_same_seed_makes_the_same_bytes_and_another_does_not(
    folder: Path, tmp_path: Path
) -> None:
    again = made(tmp_path / "again")
    assert everything(again) == everything(folder)
    other = made(tmp_path / "other", *SIZE, "--seed=2")
    assert everything(other) != everything(folder)


def test_hostile_subjects_are_there_and_told(folder: Path) -> None:
    subjects = dict(
        zip(collection_git.hashes(folder), collection_git.subjects(folder), strict=True)
    )
    hostile = told(folder)["hostile"]
    assert isinstance(hostile, list)
    assert [subjects[each] for each in hostile] == list(collection_git.HOSTILE[: len(hostile)])
    assert "<script>alert(1)</script>" in subjects.values()
    assert 0 < len(hostile) < len(subjects) / 10


def test_every_hostile_subject_survives_git(tmp_path: Path) -> None:
    tmp_path.mkdir(exist_ok=True)
    collection_git.create(tmp_path, 37 * len(collection_git.HOSTILE), 1, {})
    assert set(collection_git.HOSTILE) <= set(collection_git.subjects(tmp_path))


@pytest.mark.parametrize("words", [("--more", "1"), ("--add-commit",)])
def test_one_more_is_one_commit_and_its_files_and_leaves_the_rest_alone(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    folder = made(tmp_path / "grows", "--commits=20", "--series=30")
    before, old = everything(folder), collection_git.hashes(folder)
    written = {path: path.stat().st_mtime_ns for path in result_files(folder)}
    assert main([str(folder), *words]) == 0
    after, new = everything(folder), collection_git.hashes(folder)
    assert new[:-1] == old
    (added,) = set(after) - set(before)
    assert Path(added).name.startswith(new[-1][:8])
    changed = {name for name in before if after[name] != before[name]}
    assert changed <= {"project/__init__.py", "truth.json"}
    assert {path: path.stat().st_mtime_ns for path in written} == written
    told = subprocess.run(
        ["git", "status", "--short"], cwd=folder, capture_output=True, text=True, check=True
    )
    assert told.stdout == ""


def test_what_is_added_continues_at_the_level_that_was_reached(tmp_path: Path) -> None:
    """A grown collection has the values of one that was made as large, but for steps."""
    folder = made(tmp_path / "grows", "--commits=60", "--series=60")
    assert main([str(folder), "--more", "20"]) == 0
    for values in histories(folder).values():
        known = [value for value in values[48:] if value == value]
        if known and statistics.stdev(known) / statistics.mean(known) < 0.02:
            old = [value for value in values[48:60] if value == value]
            assert statistics.median(known) == pytest.approx(statistics.median(old), rel=0.05)


def test_without_the_published_histories_it_says_so_and_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(tmp_path / "new"), "--data", str(tmp_path)]) == Exit.USAGE
    told = capsys.readouterr().err
    assert "not part of the repository" in told
    assert "--noise synthetic" in told
    assert not (tmp_path / "new").exists()


def test_a_folder_with_something_in_it_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    assert main([str(tmp_path), "--noise", "synthetic"]) == Exit.USAGE
    assert "is not empty" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_one_that_is_interrupted_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(collection, "result_file", interrupted)
    with pytest.raises(KeyboardInterrupt):
        main([str(tmp_path / "new"), "--noise", "synthetic"])
    assert list(tmp_path.iterdir()) == []
