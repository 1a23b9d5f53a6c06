"""What a reader is shown: names and messages from strangers stay text."""

import json
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import jsonschema
import pytest

import unladen
from tests.unit.unladen.values import benchmark, decision, verdict
from unladen.judge.decide import exit_code, worst
from unladen.model import Clock, Interval, Verdict
from unladen.output import decision_json, github, junit, markdown
from unladen.output.terminal import decision_lines
from unladen.output.words import percent, seconds

HOSTILE = 'x|`y`<script>alert(1)</script>\n::error::"&]]>\x1b[31m%0A,:' + "é" * 400
SLOW = replace(
    verdict(Verdict.SLOWER),
    change=Interval(estimate=0.05, low=0.03, high=0.07),
    base=0.04,
    head=0.042,
    clock=Clock.CPU,
    pairs=12,
)


def test_what_how_sure_where_and_what_next() -> None:
    lines = "\n".join(decision_lines(decision(SLOW), [SLOW], all_=False))
    for told in (
        "SLOWER",
        "+5.00 %",
        "[+3.00, +7.00]",
        "12 pairs",
        "benchmarks/suite.py:7",
        "next",
    ):
        assert told in lines
    assert "FAIL  1 slower" in lines


def test_every_line_is_bounded_and_has_no_control_characters() -> None:
    hostile = replace(SLOW, benchmark=benchmark(HOSTILE), reason=HOSTILE, notes=(HOSTILE,))
    for line in decision_lines(decision(hostile), [hostile], all_=True):
        assert len(line) <= 250
        assert line.isprintable()


def test_undecided_is_told_as_undecided() -> None:
    made = verdict(Verdict.UNDECIDED)
    lines = "\n".join(decision_lines(decision(made), [made], all_=False))
    assert "UNDECIDED" in lines
    assert "PASS" not in lines


@pytest.mark.parametrize("seconds", [None, 20.0, 1e6])
def test_the_next_command_asks_for_the_same_benchmarks_and_for_no_absurd_time(
    seconds: float | None,
) -> None:
    one = replace(verdict(Verdict.UNDECIDED), seconds_needed=seconds, pairs=3)
    made = replace(decision(one), asked=("-b", "time_[ab] x", "-E", "uv:3.12"))
    (step,) = [line for line in decision_lines(made, [one], True) if line.startswith("  next")]
    assert step.startswith(f"  next  unladen gate {'a' * 8} {'b' * 8} -b 'time_[ab] x' -E uv:3.12")
    assert ("--budget" in step) is (seconds != 1e6)


def test_hostile_names_cannot_leave_their_cell_in_markdown() -> None:
    hostile = replace(SLOW, benchmark=benchmark(HOSTILE), verdict=Verdict.FASTER)
    table = markdown.markdown(decision(hostile), [hostile])
    (row,) = [line for line in table.splitlines() if line.startswith("| **")]
    assert row.count("|") == 6
    inside = row.split("|")[2].strip()
    assert inside.startswith("`")
    assert inside.endswith("`")
    assert inside.count("`") == 2


def test_hostile_names_are_text_in_junit() -> None:
    hostile = replace(SLOW, benchmark=benchmark(HOSTILE), reason=HOSTILE)
    root = ElementTree.fromstring(junit.junit([decision(hostile)]))
    assert root[0].attrib["failures"] == "1"
    assert [child.tag for child in root.iter()].count("script") == 0


def test_junit_tells_failure_skip_and_pass_apart_and_undecided_is_skipped() -> None:
    kinds = (Verdict.SLOWER, Verdict.UNDECIDED, Verdict.SKIPPED, Verdict.SAME)
    made = [verdict(kind, f"suite.time_{n}") for n, kind in enumerate(kinds)]
    cases = list(ElementTree.fromstring(junit.junit([decision(*made)]))[0])
    assert [case[0].tag for case in cases] == ["failure", "skipped", "skipped", "system-out"]


def test_hostile_names_cannot_start_a_command_for_github() -> None:
    hostile = replace(SLOW, benchmark=benchmark(HOSTILE), reason=HOSTILE)
    (line,) = github.annotations(decision(hostile), "/project")
    assert line.startswith("::error file=benchmarks/suite.py,line=7,title=")
    assert "\n" not in line
    assert line.split("title=", 1)[1].split("::", 1)[0].count(":") == 0


def test_the_json_is_as_published() -> None:
    schema = json.loads((Path(unladen.__file__).parent / "schema" / "decision.json").read_text())
    made = decision(SLOW, *(verdict(kind, f"s.time_{kind.name}") for kind in Verdict))
    told = json.loads(json.dumps(decision_json.decision_json(made, int(exit_code(made)))))
    jsonschema.validate(told, schema)
    del told["comparisons"][0]["verdict"]
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(told, schema)


def test_figures_are_written_for_people() -> None:
    assert [percent(change) for change in (0.014, -0.5, 12.0)] == ["+1.40 %", "-50.00 %", "13.0x"]
    assert [seconds(value) for value in (1.5, 0.04, 2e-6, 3e-9)] == [
        "1.5 s",
        "40 ms",
        "2 us",
        "3 ns",
    ]


def test_the_same_are_counted_and_not_listed() -> None:
    made = [verdict(Verdict.SAME, f"s.time_{n}") for n in range(20)]
    lines = decision_lines(decision(*made), worst(decision(*made).comparisons), all_=False)
    assert any("20 the same" in line for line in lines)
    assert len(lines) < 12


def test_too_few_pairs_say_which_command_goes_on() -> None:
    few = replace(verdict(Verdict.UNDECIDED), pairs=5, reason="5 pairs of workers are too few")
    lines = "\n".join(decision_lines(decision(few), [few], all_=False))
    assert "--budget" in lines
