"""Environments are shared by all projects of a session, as in the end-to-end tests."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e import projects
from tests.scenarios.rows import Told


@pytest.fixture(scope="session", autouse=True)
def _environments(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Kept from session to session where a folder is named: `mutate` has a session for each row."""
    kept = os.environ.get("SCENARIO_ENVIRONMENTS")
    projects.environments = Path(kept) if kept else tmp_path_factory.mktemp("environments")
    yield
    projects.environments = None


@pytest.fixture
def told(request: pytest.FixtureRequest) -> Told:
    (mark,) = request.node.iter_markers("incident")
    return Told(mark.args[0], anew=bool(request.config.getoption("--excerpts")))


AT_LENGTH = {
    f"test_{name}"
    for name in (
        "ablation", "answers_over_commits", "children", "evidence", "found_again", "inlined",
        "stale_and_warm", "surroundings", "where_items", "where_others", "where_time_goes",
        "work_counted", "work_frozen",
    )
}  # fmt: skip
AT_LENGTH_TESTS = (
    "test_i02_control_", "test_i11_", "test_i12_", "test_i25_", "test_i26_",
    "test_i30_control_", "test_i32_", "test_i35_", "test_i38_", "test_i39_",
    "test_i41_", "test_i42_control_", "test_i43_", "test_i56_control_",
)  # fmt: skip
"""What takes longest: `tox -e scenarios` runs them, too."""


def pytest_itemcollected(item: pytest.Item) -> None:
    if item.path.stem in AT_LENGTH or item.name.startswith(AT_LENGTH_TESTS):
        item.add_marker(pytest.mark.long)
