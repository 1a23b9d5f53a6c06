"""What authors promise in trailers: the grammar, and when a promise is kept."""

import math
import subprocess
from pathlib import Path

import pytest

from tests.unit.unladen.values import timed
from unladen.config import Config
from unladen.judge.claims import BadClaim, claims_of, figure, parsed, verdict_on
from unladen.model import Interval
from unladen.model.claims import Held
from unladen.tools.git import Git
from unladen.verbs.claims import claims_in


def interval(low: float, high: float) -> Interval:
    return Interval(estimate=(low + high) / 2, low=low, high=high)


@pytest.mark.parametrize(
    ("text", "metric", "about", "low", "high"),
    [
        ("suite.time_it(100) -15%..-20%", "time", "suite.time_it(100)", -0.20, -0.15),
        ("suite.time_it(a, b) faster", "time", "suite.time_it(a, b)", -math.inf, 0.0),
        ("calls pkg/dsl.py:objects same", "calls", "pkg/dsl.py:objects", 0.0, 0.0),
        ("instructions suite.time_it <= -5%", "instructions", "suite.time_it", -math.inf, -0.05),
        ("answers same", "answers", "", 0.0, 0.0),
        ("time suite.time_it same", "time", "suite.time_it", -0.01, 0.01),
    ],
)
def test_claims_are_read(text: str, metric: str, about: str, low: float, high: float) -> None:
    claim = parsed(text)
    assert (claim.metric, claim.about) == (metric, about)
    assert (claim.low, claim.high) == pytest.approx((low, high))


@pytest.mark.parametrize("text", ["", "suite.time_it", "much faster please", "-15%..-20%", "same"])
def test_a_claim_that_cannot_be_checked_says_what_is_missing(text: str) -> None:
    with pytest.raises(BadClaim, match=r"range|which benchmark"):
        parsed(text if text != "much faster please" else "much faster please!")


@pytest.mark.parametrize(
    ("low", "high", "held"),
    [
        (-0.19, -0.16, Held.KEPT),
        (-0.05, -0.01, Held.BROKEN),
        (-0.30, -0.21, Held.BROKEN),
        (-0.18, -0.10, Held.UNPROVEN),
    ],
)
def test_a_claim_is_kept_broken_or_unproven_by_its_interval(
    low: float, high: float, held: Held
) -> None:
    claim = parsed("suite.time_it -15%..-20%")
    assert verdict_on(claim, interval(low, high), ran=True).held is held


def test_a_figure_that_fits_proves_nothing_where_the_change_did_not_run() -> None:
    claim = parsed("suite.time_it -15%..-20%")
    found = verdict_on(claim, interval(-0.19, -0.16), ran=False)
    assert found.held is Held.UNPROVEN
    assert "none of the changed lines" in found.why


def test_only_expect_trailers_are_claims() -> None:
    trailers = [("Phase", "2a"), ("Expect", "suite.time_it faster"), ("Reviewed-by", "x")]
    assert [claim.about for claim in claims_of(trailers)] == ["suite.time_it"]


def test_a_figure_that_breaks_a_claim_breaks_it_whatever_ran() -> None:
    """A default value was doubled, on no line that a call executes: the claim was `unproven`."""
    found = verdict_on(parsed("suite.time_it same"), interval(1.04, 1.69), ran=False)
    assert found.held is Held.BROKEN


def test_a_claim_about_instructions_is_never_judged_by_the_clock() -> None:
    """Where they could not be counted, it is unproven, whatever the time says."""
    base, head = timed([0.8] * 20)
    id = base.benchmark.id
    claim = parsed(f"instructions {id} <= -10%")
    assert figure(claim, ({id: base}, {id: head}), {}, Config().rules) is None


FOLDED = "Expect: suite.time_it\n  -15%..-20%"
MESSAGES = {
    "a subject\n\nProse.\n\nPhase: 2\nExpect: suite.time_it faster\n": ["suite.time_it faster"],
    "a subject\n\nExpect: suite.time_it faster\n\nMore prose, so it was prose, too.\n": [],
    f"a subject\n\n{FOLDED}\nPhase: 2\n": ["suite.time_it -15%..-20%"],
    "a subject\n\n---\nabove is a line\n\nExpect: answers same\n": ["answers same"],
    "Expect: suite.time_it faster\n": [],
    "a subject\n": [],
}


@pytest.mark.parametrize("message", MESSAGES)
@pytest.mark.parametrize(
    "comments", ["", "\n# Please enter the commit message.\n# On branch main\n"]
)
def test_the_hook_and_the_commit_are_read_alike(
    message: str, comments: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only what git itself takes for a trailer; the hook sees git's comments, too."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "message").write_text(message + comments)
    assert [claim.text for claim in claims_in(tmp_path / "message")] == MESSAGES[message]
    for words in (["init", "-q"], ["commit", "-q", "--allow-empty", "-m", message]):
        who = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
        subprocess.run(["git", *who, *words], check=True)
    git = Git(tmp_path)
    committed = claims_of(git.trailers(git.commit("HEAD")))
    assert [claim.text for claim in committed] == MESSAGES[message]
