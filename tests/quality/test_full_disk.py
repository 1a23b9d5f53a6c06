"""A full disk, in a short form: some writes of publish and of run; `--full` has each."""

import shutil
from pathlib import Path

import pytest

from tests.quality.full_disk import library, prepared, tried

pytestmark = pytest.mark.skipif(shutil.which("gcc") is None, reason="apt-get install gcc")


@pytest.mark.long
def test_a_full_disk_loses_nothing_and_is_told_with_a_path(tmp_path: Path, full: bool) -> None:
    preload = library(tmp_path)
    project = prepared(tmp_path / "victim")
    for verb, every in (("publish", 1 if full else 4), ("run", 1 if full else 5)):
        told = tried(project, preload, verb, every)
        assert told.wrong == []
        assert told.codes.total() > 1
        assert set(told.codes) <= {0, 4}
