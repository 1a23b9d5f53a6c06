"""The lines to blame: where a reason's function stands in the repository, and in the diff."""

import json
from dataclasses import replace

import pytest

from tests.unit.unladen.values import decision, verdict
from unladen.judge.decide import ranked
from unladen.model import Culprit, Interval, Verdict
from unladen.model.anatomy import Function
from unladen.model.attribution import Attribution, Change, Part
from unladen.output import codequality, github
from unladen.output.culprits import culprits

FILES = ["src/pkg/a.py", "src/pkg/b.py", "docs/conf.py", "benchmarks/suite.py"]


def part(key: str, line: int, end: int, delta: float = 10.0) -> Part:
    function = Function(key=key, module="pkg.a", name=key.partition(":")[2], line=line, end=end)
    change = Change.SLOWER if delta > 0 else Change.FASTER
    return Part(
        function=function,
        category="",
        base=50,
        head=50 + delta,
        change=change,
        low=delta - 1,
        high=delta + 1,
    )


def attribution(*parts: Part) -> Attribution:
    return Attribution(
        benchmark="suite.time_it",
        unit="instructions",
        base=100.0,
        head=110.0,
        parts=parts,
        groups=(),
        unaccounted=(0.0, 0.0),
    )


def test_the_new_lines_of_the_function_are_blamed() -> None:
    made = attribution(part("pkg/a.py:hot", 10, 20))
    (found,) = culprits(made, FILES, {"src/pkg/a.py": {3, 14, 15, 18, 40}})
    assert (found.file, found.line, found.end, found.new) == ("src/pkg/a.py", 14, 15, True)
    assert found.reason.startswith("pkg.a.hot +10.00 %")


def test_a_function_that_the_change_did_not_touch_is_blamed_whole_and_after_those_it_did() -> None:
    made = attribution(part("pkg/b.py:called", 5, 9, 20.0), part("pkg/a.py:hot", 10, 20))
    found = culprits(made, FILES, {"src/pkg/a.py": {14}})
    assert [(each.file, each.line, each.new) for each in found] == [
        ("src/pkg/a.py", 14, True),
        ("src/pkg/b.py", 5, False),
    ]


@pytest.mark.parametrize(
    ("key", "files"),
    [("json/decoder.py:scan", FILES), ("pkg/a.py:hot", ["one/pkg/a.py", "two/pkg/a.py"])],
    ids=["of another package", "two by one name"],
)
def test_who_does_not_stand_in_the_repository_is_blamed_nowhere(key: str, files: list[str]) -> None:
    assert culprits(attribution(part(key, 1, 9)), files, {}) == ()


def test_what_got_faster_is_no_culprit() -> None:
    assert culprits(attribution(part("pkg/a.py:hot", 1, 9, -10.0)), FILES, {}) == ()


CULPRIT = Culprit(file="src/pkg/a.py", line=14, end=15, new=True, reason="pkg.a.hot +10 %")
SLOW = replace(
    verdict(Verdict.SLOWER), change=Interval(estimate=0.1, low=0.09, high=0.11), culprits=(CULPRIT,)
)


def test_an_annotation_stands_at_the_lines_to_blame() -> None:
    (line,) = github.annotations(decision(SLOW), "/project")
    assert line.startswith(
        "::error file=src/pkg/a.py,line=14,endLine=15,title=slower%3A suite.time_it"
    )
    assert line.endswith("%0Abecause pkg.a.hot +10 %25")


def test_without_known_lines_it_stands_at_the_benchmark() -> None:
    (line,) = github.annotations(decision(replace(SLOW, culprits=())), "/project")
    assert line.startswith("::error file=benchmarks/suite.py,line=7,title=")


def test_there_are_no_more_annotations_than_github_shows_and_the_rest_is_counted() -> None:
    many = [replace(SLOW, benchmark=verdict(Verdict.SLOWER, f"b{n}").benchmark) for n in range(40)]
    open_ones = [verdict(Verdict.UNDECIDED, f"u{n}") for n in range(40)]
    lines = github.annotations(decision(*many, *open_ones), "/project")
    assert [
        sum(line.startswith(f"::{level}") for line in lines) for level in ("error", "warning")
    ] == [
        10,
        10,
    ]
    assert lines[9] == "::error title=unladen::31 more benchmarks, in the summary"


def test_gitlabs_report_names_the_same_lines() -> None:
    (issue,) = json.loads(codequality.of([ranked(decision(SLOW))]))
    assert issue["location"] == {"path": "src/pkg/a.py", "lines": {"begin": 14, "end": 15}}
    assert {"description", "check_name", "fingerprint", "severity"} < issue.keys()
    assert json.loads(codequality.of([ranked(decision(verdict(Verdict.SAME)))])) == []
