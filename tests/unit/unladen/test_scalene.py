"""Raw profiles are kept without what they have twice."""

import gzip
import json
from pathlib import Path

from unladen.tools import scalene

SAID = {"lineno": 1, "line": "x", "n_cpu_percent_c": 3.0, "cpu_samples_list": [1, 2]}
SILENT = {"lineno": 2, "line": "y", "n_cpu_percent_c": 0.0, "cpu_samples_list": []}


def test_lines_that_say_nothing_and_stacks_that_are_there_twice_go(tmp_path: Path) -> None:
    told = {
        "files": {"a.py": {"lines": [SAID, SILENT], "percent_cpu_time": 100.0}},
        "stacks": [[[], {"count": 9}]],
        "combined_stacks": [1, 2, 3],
    }
    (tmp_path / "raw").write_text(json.dumps(told))
    kept = json.loads(gzip.decompress(scalene.condensed(tmp_path / "raw")))
    assert [line["lineno"] for line in kept["files"]["a.py"]["lines"]] == [1]
    assert kept["files"]["a.py"]["lines"][0]["n_cpu_percent_c"] == 3.0
    assert (kept["combined_stacks"], kept["stacks"]) == ([], told["stacks"])


def test_what_cannot_be_read_is_kept_as_it_is(tmp_path: Path) -> None:
    for text in ("no JSON", "[]", '{"files": [1]}', '{"files": {"a": 1}}'):
        (tmp_path / "raw").write_text(text)
        assert gzip.decompress(scalene.condensed(tmp_path / "raw")) == text.encode()
