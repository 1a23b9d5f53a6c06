"""What stands in a pull request: the answer first, then why; of strangers only text."""

import re
from dataclasses import replace

import pytest
from markdown_it import MarkdownIt

from tests.unit.unladen.values import benchmark, decision, verdict
from unladen.judge.decide import ranked
from unladen.model import (
    Clock,
    Comparison,
    Culprit,
    Decision,
    Interval,
    Kind,
    NoDecision,
    Stage,
    Verdict,
)
from unladen.output import markdown
from unladen.output.first_line import first_line, took

LIMIT = 60_000
HOSTILE = (
    "@octocat ![x](https://evil.example/p.png) [y](https://evil.example) <img src=x onerror=a>"
    " `</details>` | #12 \n# heading\n/close\n<!-- unladen:comment gate 999.1 --> \u202e\ud800 & \\"
)
FAILURE = NoDecision(
    base="main",
    head="HEAD",
    what="commit 12345678 does not build:\n    error: x",
    next="pip wheel .",
    exit=4,
)


def same(id: str, stage: Stage | None, low: float = 0.0, high: float = 0.0) -> Comparison:
    change = Interval(estimate=(low + high) / 2, low=low, high=high) if low or high else None
    return replace(verdict(Verdict.SAME, id), stage=stage, change=change)


def slower(id: str = "suite.time_it", by: float = 0.05) -> Comparison:
    return replace(
        verdict(Verdict.SLOWER, id),
        change=Interval(estimate=by, low=by - 0.01, high=by + 0.01),
        base=0.04,
        head=0.04 * (1 + by),
        clock=Clock.CPU,
        pairs=12,
        stage=Stage.TIME,
    )


def lasting(*comparisons: Comparison, seconds: float = 38.2) -> Decision:
    return replace(decision(*comparisons), seconds=seconds)


def test_a_harmless_change_says_so_in_one_line_with_its_precision_and_its_seconds() -> None:
    untouched = [same(f"suite.time_{n}", Stage.CODE) for n in range(31)]
    made = lasting(*untouched, same("suite.time_x", Stage.TIME, -0.0012, 0.0039))
    assert first_line(made) == (
        "**Nothing got slower**: 31 benchmarks run none of the changed code,"
        " 1 is the same within 0.39 %; 38 s"
    )
    assert markdown.of([ranked(made)]).splitlines()[0] == first_line(made)


@pytest.mark.parametrize(
    ("made", "told"),
    [
        (lasting(slower(by=0.241)), "**1 benchmark got slower: `suite.time_it` by +24.10 %**"),
        (
            lasting(slower("a", 0.1), slower("b", 0.3), slower("c", 0.2)),
            "**3 benchmarks got slower, most of all `b` by 30.00 %**",
        ),
        (lasting(slower(by=12.0)), "**1 benchmark got slower: `suite.time_it` to 13.0x**"),
        (
            lasting(verdict(Verdict.WRONG, "a"), slower("b")),
            "**Wrong answers in 1 benchmark: `a`; 1 benchmark got slower: `b` by 5.00 %**",
        ),
        (lasting(verdict(Verdict.FAILED, "a")), "**1 benchmark broke: `a`**"),
        (
            lasting(verdict(Verdict.UNDECIDED, "a"), same("b", Stage.CODE)),
            "**Not decided for 1 of 2 benchmarks, so this is no pass**: 1 benchmark runs none of"
            " the changed code; 38 s",
        ),
        (
            lasting(slower("a"), verdict(Verdict.UNDECIDED, "b")),
            "**1 benchmark got slower: `a` by 5.00 %**: 1 benchmark is undecided; 38 s",
        ),
        (
            lasting(replace(slower("a", 0.006), verdict=Verdict.WITHIN)),
            "**Nothing got slower by more than is allowed**: 1 benchmark is slower by 0.60 %,"
            " within the 1 % that is allowed; 38 s",
        ),
        (
            lasting(verdict(Verdict.SKIPPED, "a")),
            "**Nothing was compared**: 1 benchmark is skipped",
        ),
        (
            lasting(same("a", Stage.CODE), verdict(Verdict.MISSING, "b")),
            "**Nothing got slower**: 1 benchmark runs none of the changed code, 1 is only on one",
        ),
        (
            replace(lasting(same("a", Stage.CODE)), identical_code=True),
            "**Nothing got slower**: 1 benchmark runs the same code on both sides; 38 s",
        ),
        (
            replace(lasting(same("a", Stage.CODE)), unwanted=("heavier in a",)),
            "**1 finding that this project fails on**: 1 benchmark runs none",
        ),
        (
            lasting(replace(slower("a", -0.5), verdict=Verdict.FASTER)),
            "**Nothing got slower**: 1 benchmark got faster or better by 50.00 %; 38 s",
        ),
    ],
)
def test_the_first_line_is_true_of_each_kind_of_gate(made: Decision, told: str) -> None:
    first = markdown.of([ranked(made)]).splitlines()[0]
    assert first.startswith(told.replace("+24", "24")), first


def test_counts_and_values_say_how_they_are_known() -> None:
    exact = replace(same("m", None), benchmark=benchmark("m", Kind.TRACK))
    made = lasting(same("a", Stage.INSTRUCTIONS, -0.00001, 0.000104), exact)
    assert "1 benchmark is the same within 0.011 % by the count of instructions" in first_line(made)
    assert "1 has the same value" in first_line(made)


@pytest.mark.parametrize("high", [0.0099, 0.00991, 0.0100001, 0.004, 0.00401, 2e-6])
def test_a_precision_is_never_told_smaller_than_it_is(high: float) -> None:
    told = first_line(lasting(same("a", Stage.TIME, -high / 2, high)))
    found = re.search(r"within ([\d.]+) %", told)
    assert found is not None
    assert high <= float(found[1]) / 100 * (1 + 1e-12) <= max(1.2 * high, 1.1e-5)


@pytest.mark.parametrize("high", [1e5, 1e300, 1.7e308])
def test_an_absurd_precision_is_told_as_one(high: float) -> None:
    """Found by the fuzzer in a stranger's file: a hundred times as much is infinite."""
    assert "within more than 1,000,000 %" in first_line(lasting(same("a", Stage.TIME, 0, high)))


def test_an_interval_that_lies_on_the_side_of_faster_says_how_much_slower_it_can_be() -> None:
    """As seen on rich: [-3.88, +0.83] is no reason to worry about 3.9 %."""
    told = first_line(lasting(same("a", Stage.TIME, -0.0388, 0.0083)))
    assert "is the same within 3.9 % (slower by 0.83 % at most)" in told


def test_a_gate_without_an_answer_says_so_and_is_no_pass() -> None:
    text = markdown.failed(FAILURE)
    assert text.startswith("**No decision**, so this is no pass: `commit 12345678 does not build:`")
    assert "`error: x`" in text
    assert "`pip wheel .`" in text


def test_what_got_slower_stands_with_function_and_line_and_the_rest_is_folded() -> None:
    culprit = Culprit(file="src/pkg/a.py", line=88, end=90, new=True, reason="pkg.a.hot +5 %")
    bad = replace(slower(), because=("pkg.a.hot +5 %", "pkg.b.cold +1 %"), culprits=(culprit,))
    text = markdown.of([ranked(lasting(bad, same("suite.time_other", Stage.CODE)))])
    shown, folded = text.split("<details>", 1)
    assert "`suite.time_it`, +5.00 % [+4.00, +6.00], 40 ms → 42 ms, CPU time, 12 pairs" in shown
    assert "  - `pkg.a.hot +5 %`, at `src/pkg/a.py:88` (a changed line)" in shown
    assert "time_other" not in shown
    assert "time_other" in folded


def test_several_environments_are_one_comment_led_by_the_worst() -> None:
    bad = replace(lasting(slower()), environment="py3.13")
    text = markdown.of([ranked(lasting(same("a", Stage.CODE))), ranked(bad)])
    assert text.splitlines()[0].startswith(
        "In 1 of 2 environments, `py3.13` the worst: **1 benchmark got slower"
    )
    both = [ranked(lasting(same("a", Stage.CODE)))] * 2
    assert markdown.of(both).startswith("**Nothing got slower in 2 environments**")


def hostile(number: int) -> Comparison:
    kinds = tuple(Verdict)
    culprit = Culprit(file=HOSTILE, line=3, end=4, new=True, reason=HOSTILE)
    made = replace(slower(f"{number} {HOSTILE * 3}"), verdict=kinds[number % len(kinds)])
    return replace(
        made,
        culprits=(culprit,),
        notes=(HOSTILE,),
        reason=HOSTILE,
        because=(HOSTILE,) * 3,
        answers_changed=(HOSTILE,) * 9,
    )


@pytest.mark.parametrize("count", [1, 11, 10_000])
@pytest.mark.parametrize("environments", [1, 3, 40])
def test_whatever_the_suite_a_comment_fits_and_has_no_markup_of_strangers(
    count: int, environments: int
) -> None:
    some = [hostile(number) for number in range(min(count, 11))]  # to make them is what takes long
    made = replace(
        lasting(*(some * (count // len(some) + 1))[:count]),
        notes=(HOSTILE * 20,) * 200,
        unwanted=(HOSTILE,) * 200,
        environment=HOSTILE,
        asked=("-b", HOSTILE * 100),
    )
    made = replace(made, head=replace(made.head, subject=HOSTILE))
    text = markdown.of([ranked(made)] * environments)
    assert len(text.encode("utf-8")) < LIMIT
    _only_text(text)
    if count == 10_000:
        assert re.search(r"- [\d,]+ more: the JSON of the decision has all", text)


ALLOWED = {"inline", "text", "code_inline", "softbreak", "html_block", "strong", "paragraph", "hr"}
ALLOWED |= {"bullet_list", "list_item", "table", "thead", "tbody", "tr", "th", "td"}
OWN_HTML = re.compile(r"<details><summary>[\w ,]+</summary>|</details>|\s+")


@pytest.mark.parametrize("count", [1, 40])
def test_a_reader_of_markdown_sees_no_element_in_it_that_is_not_ours(count: int) -> None:
    """As a forge would read it: tables and HTML are on."""
    made = lasting(*(hostile(number) for number in range(count)))
    texts = [markdown.of([ranked(made)]), markdown.failed(replace(FAILURE, what=HOSTILE))]
    reader = MarkdownIt("commonmark", {"html": True}).enable("table")
    for text in texts:
        waiting = reader.parse(text)
        while waiting:
            token = waiting.pop()
            waiting += token.children or []
            assert re.sub("_(open|close)$", "", token.type) in ALLOWED, token
            if token.type == "html_block":
                assert not OWN_HTML.sub("", token.content), token
            if token.type == "text":
                assert not re.search("octocat|evil|#12|unladen:comment", token.content), token


def test_the_comment_of_a_failure_has_no_markup_of_strangers_either() -> None:
    failure = replace(FAILURE, base=HOSTILE, head=HOSTILE, what=f"{HOSTILE}\n" * 500, next=HOSTILE)
    text = markdown.failed(failure)
    assert len(text.encode("utf-8")) < LIMIT
    _only_text(text)


def _only_text(text: str) -> None:
    """Outside of inline code there is nothing of a stranger's; and no code is left open."""
    for line in text.splitlines():
        assert line.count("`") % 2 == 0, line
        bare = re.sub(r"`[^`]+`", "", line)
        assert not re.search(
            r"octocat|evil|onerror|heading|close|img|[\ud800-\udfff\u202e]", bare
        ), bare
        tags = set(re.findall(r"</?\w+", bare))
        assert tags <= {"<details", "<summary", "</summary", "</details"}, bare
        assert "![" not in bare
        assert "](" not in bare
        assert not line.startswith("/")
        if line.startswith("|"):
            assert line.count("|") == 6, line
    bare = re.sub(r"`[^`\n]+`", "", text)
    assert bare.count("<details>") == bare.count("</details>")
    assert "\n<!--" not in text


def test_seconds_are_told_for_people() -> None:
    assert [took(s) for s in (0.2, 38.4, 119.0, 754.0)] == [
        "less than a second",
        "38 s",
        "119 s",
        "12 min 34 s",
    ]
