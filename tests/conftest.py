"""Options of the whole test suite."""

import os

import pytest
from hypothesis import settings

# In CI the same examples every time: a new one that fails should stop its finder, not a stranger.
settings.register_profile("local", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")


os.environ.pop("COLUMNS", None)
"""Set by pytest-xdist: what is tested would be told in lines of that width."""
for name in [each for each in os.environ if each.startswith("OPENBLAS_")]:
    # Some machines set them. They become part of records, and of what is printed.
    del os.environ[name]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--full", action="store_true", help="slow suites in full, not in short form")
    words = "scenarios write what their users read to tests/scenarios/excerpts"
    parser.addoption("--excerpts", action="store_true", help=words)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--full"):
        skipped = pytest.mark.skip(reason="only with --full: `tox -e slow`")
        for item in items:
            if item.get_closest_marker("long"):
                item.add_marker(skipped)


@pytest.fixture
def full(request: pytest.FixtureRequest) -> bool:
    """Whether a slow test should do all it can; in CI it does a part that is representative."""
    return bool(request.config.getoption("--full"))
