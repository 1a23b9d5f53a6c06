"""Environments are made once for all projects of a session, not once for each project."""

from collections.abc import Iterator

import pytest

from tests.e2e import projects


@pytest.fixture(scope="session", autouse=True)
def _environments(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """To make one takes longer than most of what is tested in it. Each xdist worker has its own,
    as an environment holds one commit at a time."""
    projects.environments = tmp_path_factory.mktemp("environments")
    yield
    projects.environments = None
