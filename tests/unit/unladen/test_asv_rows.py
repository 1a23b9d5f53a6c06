"""asv's result files read straight: equal to what asv itself reads, and hostile ones left out."""

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from unladen.store.archive import Archive
from unladen.store.asv_rows import Shapes, Unreadable, read

CONTENT: dict[str, Any] = {
    "version": 2,
    "commit_hash": "a" * 40,
    "env_name": "virtualenv-py3.11",
    "date": 1_700_000_000_000,
    "params": {"machine": "here", "cpu": "a cpu"},
    "python": "3.11",
    "requirements": {"numpy": "2.0"},
    "env_vars": {},
    "durations": {},
    "result_columns": ["result", "params", "version", "stats_ci_99_a", "stats_ci_99_b"],
    "results": {
        "suite.time_one": [[0.5], [], "v1", [0.4], [0.6]],
        "suite.time_two": [[1.0, None, math.nan, 4.0], [["1", "2"], ["'x'", "'NaN, y'"]], "v1"],
        "suite.time_gone": [None, [["1", "2"]], "v1"],
        "suite.track_it": [[7], [], "v2", [-math.inf], [math.inf]],
    },
}


def written(folder: Path, content: Any) -> Path:
    path = folder / "aaaaaaaa-env.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return path


def test_every_value_has_its_parameters_and_what_is_missing_is_missing(tmp_path: Path) -> None:
    archive = Archive(None)
    row = Shapes(archive, {}).row(read(written(tmp_path, CONTENT)))
    columns = archive.columns()
    found = {columns[id].series: value for id, value in zip(row.columns, row.values, strict=True)}
    assert found["suite.time_one"] == 0.5
    assert found["suite.time_two(1, 'x')"] == 1.0
    assert math.isnan(found["suite.time_two(1, 'NaN, y')"])
    assert math.isnan(found["suite.time_two(2, 'x')"])
    assert found["suite.time_two(2, 'NaN, y')"] == 4.0
    assert math.isnan(found["suite.time_gone(2)"])
    assert row.half_widths[0] == pytest.approx(0.2)
    assert (row.machine, row.seconds) == ("here", 1_700_000_000)
    assert {columns[id].kind for id in row.columns} == {"time", "track"}


def test_a_value_that_is_no_number_costs_only_itself(tmp_path: Path) -> None:
    results = {"suite.time_one": [["text", 2.0], [["1", "2"]], "v"]}
    values = np.asarray(read(written(tmp_path, {**CONTENT, "results": results})).row.values)
    assert math.isnan(values[0])
    assert values[1] == 2.0


@pytest.mark.parametrize(
    "content",
    [
        "{",
        "[]",
        '"text"',
        json.dumps({**CONTENT, "version": 1}),
        json.dumps({**CONTENT, "results": {"x": 5}}),
        json.dumps({**CONTENT, "results": {"x": [[1], [["1"] * 5000, ["2"] * 5000], "v"]}}),
        json.dumps({**CONTENT, "date": "yesterday"}),
        json.dumps({**CONTENT, "date": 10**30}),
        json.dumps({**CONTENT, "commit_hash": "../../evil"}),
        json.dumps({**CONTENT, "commit_hash": "abcd1234"}),
        "[" * 100_000,
    ],
)
def test_a_file_that_is_not_asvs_is_left_out_with_a_reason(tmp_path: Path, content: str) -> None:
    with pytest.raises(Unreadable, match=r"\w"):
        read(written(tmp_path, content))
