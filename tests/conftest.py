"""Options of the whole test suite."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--full", action="store_true", help="slow suites in full, not in short form")


@pytest.fixture
def full(request: pytest.FixtureRequest) -> bool:
    """Whether a slow test should do all it can; in CI it does a part that is representative."""
    return bool(request.config.getoption("--full"))
