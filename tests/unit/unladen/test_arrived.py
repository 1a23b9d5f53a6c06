"""What comes from other machines goes to the results, and nowhere else."""

import gzip
import json
from pathlib import Path

import pytest

from tests.unit.unladen.values import record, timed
from unladen.errors import ToolError
from unladen.fleet.arrived import merged
from unladen.store.records import Records, record_to_json
from unladen.tools.result_files import ResultFolders

RESULTS = ("results/records", "results/asv")


def folders(top: Path) -> ResultFolders:
    return ResultFolders.of(top, [top / each for each in RESULTS])


@pytest.mark.parametrize(
    "name",
    [
        *("asv.conf.json", "pyproject.toml", "benchmarks/suite.py", ".git/config", "/etc/passwd"),
        *("results/records/../../pyproject.json", "results/records/x/\x1b.json", "results/b.json"),
        *(
            "results/records/x/conftest.py",
            "results/records/.GIT/x.json",
            "results/records/x.json/",
        ),
    ],
)
def test_files_of_which_one_is_no_result_are_refused_whole(tmp_path: Path, name: str) -> None:
    with pytest.raises(ToolError) as caught:
        merged(folders(tmp_path), {"results/asv/a.json": b"{}", name: b"{}"}, "ash")
    assert caught.value.what.startswith("ash")
    assert list(tmp_path.rglob("*")) == []


def test_a_record_is_added_to_the_one_that_is_here_and_another_one_s_name_is_refused(
    tmp_path: Path,
) -> None:
    ours, theirs = (record(timed([1.0], session=each)[0]) for each in ("ours", "theirs"))
    path = Records(tmp_path / RESULTS[0]).save(ours)
    name = str(path.relative_to(tmp_path))
    content = json.dumps(record_to_json(theirs)).encode()
    assert merged(folders(tmp_path), {name: content}, "ash") == []
    (measured,) = json.loads(path.read_text())["measurements"].values()
    assert {run["session"] for run in measured["runs"]} == {"ours", "theirs"}
    with pytest.raises(ToolError, match="another one's name"):
        merged(folders(tmp_path), {f"{RESULTS[0]}/here/other-1.json": content}, "ash")


def test_no_link_is_followed_and_none_is_written_over(tmp_path: Path) -> None:
    """A benchmark that runs at home can leave one where the next unit's results go."""
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "x.json").write_text("{}")
    (tmp_path / "results" / "asv").mkdir(parents=True)
    (tmp_path / "results" / "asv" / "a.json").symlink_to(tmp_path / ".git" / "x.json")
    (tmp_path / "results" / "asv" / "ci").symlink_to(tmp_path / ".git")
    for name in ("results/asv/a.json", "results/asv/ci/x.json", "results/asv/ci/new.json"):
        with pytest.raises(ToolError):
            merged(folders(tmp_path), {name: b"{}", "results/asv/z.json": b"1"}, "ash")
    assert [path.name for path in (tmp_path / ".git").iterdir()] == ["x.json"]
    assert sorted(path.name for path in (tmp_path / "results/asv").iterdir()) == ["a.json", "ci"]


def test_what_expands_to_far_more_than_a_profile_is_refused(tmp_path: Path) -> None:
    bomb = gzip.compress(b" " * (32 << 20) + b"{}")
    with pytest.raises(ToolError, match="unpacks"):
        merged(folders(tmp_path), {"results/records/a/b.json.gz": bomb}, "ash")
    assert list(tmp_path.rglob("*")) == []
