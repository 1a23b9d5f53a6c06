"""What comes from other machines goes to the results, and nowhere else."""

import json
from pathlib import Path

import pytest

from tests.unit.unladen.values import record, timed
from unladen.fleet.arrived import merged
from unladen.store.records import Records, record_to_json

RESULTS = ("results/records", "results/asv")


@pytest.mark.parametrize(
    "name",
    [
        *("asv.conf.json", "pyproject.toml", "benchmarks/suite.py", ".git/config", "/etc/passwd"),
        *("results/records/../../pyproject.toml", "results/records/x/\x1b.json", "results/other/a"),
    ],
)
def test_a_file_that_is_no_result_is_refused(tmp_path: Path, name: str) -> None:
    (refused,) = merged(tmp_path, RESULTS, {name: b"{}"})
    assert refused
    assert list(tmp_path.rglob("*")) == []


def test_a_record_is_added_to_the_one_that_is_here_and_another_one_s_name_is_refused(
    tmp_path: Path,
) -> None:
    ours, theirs = (record(timed([1.0], session=each)[0]) for each in ("ours", "theirs"))
    path = Records(tmp_path / RESULTS[0]).save(ours)
    name = str(path.relative_to(tmp_path))
    content = json.dumps(record_to_json(theirs)).encode()
    assert merged(tmp_path, RESULTS, {name: content}) == []
    (measured,) = json.loads(path.read_text())["measurements"].values()
    assert {run["session"] for run in measured["runs"]} == {"ours", "theirs"}
    (refused,) = merged(tmp_path, RESULTS, {f"{RESULTS[0]}/here/other-1.json": content})
    assert "another one's name" in refused
