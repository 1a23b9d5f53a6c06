"""What authors promise in trailers: the grammar, and when a promise is kept."""

import math
import subprocess
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.unit.unladen.values import benchmark, commit, count_of, timed
from unladen.config import Config
from unladen.errors import Exit
from unladen.judge.claims import (
    BadClaim,
    ClaimEvidence,
    claims_of,
    figure,
    held,
    parsed,
    verdict_on,
)
from unladen.judge.compare import compare
from unladen.judge.promises import claimed_twice, exit_of
from unladen.model import Interval, Kind, Measurement, Outcome, Rules, Stage
from unladen.model.anatomy import Anatomy, Function
from unladen.model.claims import Held, Promise
from unladen.model.histories import Group
from unladen.model.reports import CommitReport
from unladen.output import claims as told
from unladen.site.pages import lists
from unladen.site.pages.html import Page
from unladen.tools.git import Git
from unladen.verbs.claims import _taken, claims_in


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
        ("calls pkg/dsl.py:draw none", "calls", "pkg/dsl.py:draw", -1.0, -1.0),
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
    evidence = ClaimEvidence(measured=({id: base}, {id: head}), rules=Config().rules)
    assert figure(claim, evidence) is None


def by_all(*_: object) -> Rules:
    return Rules(allow=0.01)


def evidence_of(head_count: float, ratios: Sequence[float], **more: Any) -> ClaimEvidence:
    base, head = timed(ratios)
    old = replace(base, counts=count_of(1e6, 1e6))
    new = replace(head, counts=count_of(1e6 * head_count, 1e6 * head_count))
    return ClaimEvidence(measured=({old.benchmark.id: old}, {new.benchmark.id: new}), **more)


NOISY = (0.7, 0.95, 0.85, 0.75, 0.9, 0.8)


@pytest.mark.parametrize(
    ("head", "became", "said"),
    [
        (0.82, Held.KEPT, "by instructions; time undecided"),
        (0.88, Held.BROKEN, "by instructions; time undecided"),
        (1.5, Held.UNPROVEN, "reaches outside"),  # no time shows that
    ],
)
def test_what_time_leaves_open_of_a_claim_instructions_decide_as_in_a_gate(
    head: float, became: Held, said: str
) -> None:
    (found,) = held([parsed("suite.time_it -20%..-15%")], evidence_of(head, NOISY, rules=by_all))
    assert (found.held, said in found.why) == (became, True)
    by_time = replace(by_all(), decide_by=(Stage.CODE, Stage.TIME))
    evidence = evidence_of(head, NOISY, rules=lambda *_: by_time)
    (found,) = held([parsed("suite.time_it -20%..-15%")], evidence)
    assert found.held is Held.UNPROVEN


def test_claims_may_be_about_a_function_a_category_and_memory() -> None:
    def side(dsl: float, other: float, peak: float | None) -> Anatomy:
        functions = {
            key: Function(key=key, module=key.partition("/")[0], name="f", body="x")
            for key in ("dsl/a.py:f", "rest/b.py:f")
        }
        counted = {"dsl/a.py:f": dsl, "rest/b.py:f": other}
        return Anatomy(
            benchmark="suite.time_it",
            seconds=1,
            functions=functions,
            instructions=counted,
            peak=peak,
        )

    def became(text: str, base: Anatomy, head: Anatomy) -> Held:
        evidence = evidence_of(
            1.0,
            NOISY,
            rules=by_all,
            anatomies={"suite.time_it": (base, head)},
            category=lambda function: function.module,
        )
        (found,) = held([parsed(text)], evidence)
        return found.held

    base, head = side(800, 200, 1e6), side(600, 300, 1.2e6)
    assert became("function dsl/a.py:f -30%..-20%", base, head) is Held.KEPT
    assert became("function rest/b.py:f same", base, head) is Held.BROKEN
    assert became("function rest/c.py:f same", base, head) is Held.UNPROVEN
    assert became("category dsl -30%..-20%", base, head) is Held.KEPT
    assert became("category rest <= 0%", base, head) is Held.BROKEN
    assert became("memory suite.time_it same", base, head) is Held.BROKEN
    assert became("memory suite.time_it same", base, side(1, 1, 1e6)) is Held.KEPT
    assert became("memory suite.time_it same", base, side(1, 1, None)) is Held.UNPROVEN
    small = replace(head, counted_as="suite.time_it(1)")
    assert became("instructions suite.time_it same", base, small) is Held.KEPT, "the gate's count"


@pytest.mark.parametrize(
    ("before", "now", "became", "said"),
    [
        (36.0, 0.0, Held.KEPT, "never called (36 times before)"),
        (36.0, 18.0, Held.BROKEN, "it is called 18 times (36 before)"),
        (0.0, 2.0, Held.BROKEN, "it is called 2 times (0 before)"),
        (0.0, 0.0, Held.UNPROVEN, "nothing called it before either"),
        (None, None, Held.UNPROVEN, "not measured"),
    ],
)
def test_what_is_off_is_never_called(
    before: float | None, now: float | None, became: Held, said: str
) -> None:
    """I39: a feature that was "disabled" still ran."""
    sides = [
        Anatomy(benchmark="b", seconds=1.0, calls={"a.py:other": 1.0} | each)
        for each in ({} if n is None else {"a.py:draw": n} for n in (before, now))
    ]
    known = {} if before is None else {"b": (sides[0], sides[1])}
    evidence = evidence_of(1.0, NOISY, rules=by_all, anatomies=known)
    (found,) = held([parsed("calls a.py:draw none")], evidence)
    assert (found.held, found.why) == (became, said)


def test_there_can_be_none_only_of_calls() -> None:
    with pytest.raises(BadClaim, match="only of calls"):
        parsed("suite.time_it none")


def test_a_count_proves_nothing_where_no_benchmark_ran_the_changed_lines() -> None:
    """I26: the same calls of one cache said nothing of another one's change."""
    side = Anatomy(benchmark="b", seconds=1.0, calls={"a.py:f": 3.0}, ran={"a.py": frozenset({2})})

    def became(changed: dict[str, set[int]]) -> Held:
        known = {"b": (side, side)}
        evidence = evidence_of(1.0, NOISY, rules=by_all, anatomies=known, changed=changed)
        return held([parsed("calls a.py:f same")], evidence)[0].held

    assert became({"a.py": {2}}) is Held.KEPT
    assert became({"b.py": {2}}) is Held.UNPROVEN


def saved(value: float, passed: float, unit: str = "seconds") -> ClaimEvidence:
    known = replace(benchmark("suite.track_saved", kind=Kind.TRACK), unit=unit)
    one = Measurement(benchmark=known, outcome=Outcome.OK, values=(1.0, 1.0), passed=passed)
    sides = ({known.id: one}, {known.id: replace(one, values=(value, value))})
    return ClaimEvidence(measured=sides, rules=by_all)


@pytest.mark.parametrize(
    ("value", "passed", "unit", "became"),
    [
        (2400.0, 25.0, "seconds", Held.UNPROVEN),
        (2400.0, 25.0, "hits", Held.KEPT),
        (2400.0, 25.0, "ms", Held.KEPT),
        (2400.0, 1300.0, "s", Held.KEPT),
        (2400.0, 0.0, "s", Held.KEPT),  # something was set up before: nobody can tell
    ],
)
def test_seconds_that_did_not_pass_prove_nothing(
    value: float, passed: float, unit: str, became: Held
) -> None:
    """I25: hits times a constant. As the benchmark's value says so in a comparison, too."""
    evidence = saved(value, passed, unit)
    (found,) = held([parsed("suite.track_saved >= 50%")], evidence)
    assert found.held is became
    id = "suite.track_saved"
    told = compare(evidence.measured[0][id], evidence.measured[1][id], by_all())
    assert told.reason.startswith("computed, not measured") is (became is Held.UNPROVEN)


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


def test_two_commits_that_claim_one_phase_are_told() -> None:
    """I60: of four "Phase 3" nobody knew which one a figure was of."""
    declared = [
        ("a" * 40, "3", "Pools"),
        ("b" * 40, "Phase 3", "Caches"),
        ("c" * 40, " 3 ", "More"),
    ]
    also = claimed_twice(commit("a"), "3", declared)
    assert also == [("c" * 40, "More")]
    assert claimed_twice(commit("b"), "phase3", declared) == []
    assert claimed_twice(commit("d"), "", declared) == []
    promise = Promise(commit=commit("a"), phase="3", also=also)
    assert "  TWICE     phase 3 is claimed by cccccccc, too: More" in told.lines(promise)
    assert told.as_json(promise)["also"] == ["c" * 40]
    assert exit_of([promise]) is Exit.UNDECIDED
    assert exit_of([replace(promise, also=())]) is Exit.PASS


def test_git_tells_who_declares_a_phase_and_the_hook_warns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    who = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
    messages = ("Pools\n\nPhase: 3", "phase: of prose", "Caches\n\nMore.\n\nphase: 4")
    for words in (["init", "-q"], *(["commit", "-q", "--allow-empty", "-m", m] for m in messages)):
        subprocess.run(["git", *who, *words], check=True)
    git = Git(tmp_path)
    found = git.phases(git.commit("HEAD"))
    assert [(phase, subject) for _, phase, subject in found] == [("3", "Pools"), ("4", "Caches")]
    (tmp_path / "message").write_text("More pools\n\nPhase: 3\n")
    (warning,) = _taken(tmp_path / "message")
    assert warning.startswith("phase 3 is claimed by ")
    (tmp_path / "message").write_text("More pools\n\nPhase: 5\n")
    assert _taken(tmp_path / "message") == []


def test_the_page_of_phases_names_those_that_were_claimed_twice() -> None:
    group = Group("here", "virtualenv", [commit("a"), commit("b")], [[], []])

    def html(*phases: str) -> str:
        reports = [
            CommitReport(commit=commit(name), since=None, group=group, phase=phase)
            for name, phase in zip("ab", phases, strict=True)
        ]
        return lists.phases(Page(name="phases", title="Phases", project="p"), reports)

    assert "2 commits claim phase 3:" in html("3", "3")
    assert "commits claim" not in html("3", "4")
