"""Every reader of what strangers write, fuzzed by coverage for seconds; longer with `--full`."""

import importlib.util

import pytest

from tests.quality.fuzz import READERS, fuzzed

SECONDS, SECONDS_IN_FULL = 1, 30
pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("atheris") is None, reason="no atheris for this Python"
)


IN_CI = ("record", "message", "decision", "profile")
"""Readers of strangers' files; `python -m tests.quality.foreign` tries all of them."""


@pytest.mark.parametrize(
    "name",
    [each if each in IN_CI else pytest.param(each, marks=pytest.mark.long) for each in READERS],
)
def test_a_reader_reads_or_refuses(name: str, full: bool) -> None:
    """From one seed, so that a run of CI is like the one before; the command draws another."""
    assert fuzzed(name, SECONDS_IN_FULL if full else SECONDS, seed=1)[0] == ""
