"""Every reader of what strangers write, fuzzed by coverage for a few seconds."""

import importlib.util

import pytest

from tests.quality.fuzz import READERS, fuzzed

SECONDS = 5
pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("atheris") is None, reason="no atheris for this Python"
)


@pytest.mark.parametrize("name", READERS)
def test_a_reader_reads_or_refuses(name: str) -> None:
    """From one seed, so that a run of CI is like the one before; the command draws another."""
    assert fuzzed(name, SECONDS, seed=1)[0] == ""
