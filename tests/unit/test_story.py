"""The story of the phases is what the committed records say."""

import subprocess
from pathlib import Path

import pytest

from tests.quality import story

ROOT = Path(__file__).parents[2]


def test_the_story_is_made_from_the_records_and_not_typed() -> None:
    words = ["git", "rev-parse", "--is-shallow-repository"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.stdout.strip() != "false":
        pytest.skip("the history that the records are about is not here")
    assert story.main(["--check"]) == 0, "python -m tests.quality.story"


def test_every_phase_of_the_story_was_measured() -> None:
    text = story.TARGET.read_text("utf-8")
    assert "Not measured" not in text
    assert text.count("\n## ") >= 12
