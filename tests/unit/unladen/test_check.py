"""`unladen check`: each rule finds its trap, keeps quiet without it, and can be silenced."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest

from tests.unit.unladen.traps import COMMON, CONTROLS, TRAPS
from tests.unit.unladen.values import benchmark, record, timed
from unladen.config import from_table
from unladen.errors import ConfigError
from unladen.judge.traps import checking
from unladen.judge.traps.checking import BY_RECORDS, BY_SOURCE, checked, switched_on
from unladen.model.trap_rules import BY_ID, RULES
from unladen.model.traps import Checked, Needs, Severity, Trap
from unladen.output import check as told
from unladen.output import check_sarif
from unladen.store.suite_texts import MOST_BYTES, suite_texts

ALL = switched_on((), ())
MARK = "  # <-"


def suite(text: str, **more: str) -> dict[str, bytes | str]:
    found: dict[str, bytes | str] = {"common.py": COMMON.encode(), "__init__.py": b""}
    return found | {f"{name}.py": each.encode() for name, each in {"it": text, **more}.items()}


def found(text: str, rule: str = "", **more: str) -> list[tuple[int, str]]:
    asked = {rule, "allow"} if rule else ALL
    return [(t.line, t.rule) for t in checked(suite(text, **more), "benchmarks", asked).traps]


def marked(text: str) -> list[int]:
    return [n for n, line in enumerate(text.splitlines(), 1) if line.endswith(MARK)]


def test_each_rule_that_reads_the_source_has_its_trap_and_its_control() -> None:
    by_source = {rule.id for rule in RULES if rule.needs is Needs.SOURCE}
    elsewhere = {"unreadable", "never-found", "allow"}
    assert by_source - elsewhere == TRAPS.keys() == CONTROLS.keys()
    assert by_source - {"unreadable", "allow"} == BY_SOURCE.keys()
    assert {rule.id for rule in RULES if rule.needs is Needs.RECORDS} == BY_RECORDS.keys()


@pytest.mark.parametrize("rule", TRAPS)
def test_a_trap_is_found_in_its_line(rule: str) -> None:
    assert found(TRAPS[rule], rule) == [(line, rule) for line in marked(TRAPS[rule])]
    assert found(TRAPS[rule]).count((marked(TRAPS[rule])[0], rule)) == 1


@pytest.mark.parametrize("rule", CONTROLS)
def test_where_there_is_no_trap_nothing_is_said(rule: str) -> None:
    assert found(CONTROLS[rule], rule) == []


@pytest.mark.parametrize("rule", TRAPS)
def test_no_other_rule_finds_the_trap(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule that is broken is missed."""
    monkeypatch.setitem(checking.BY_SOURCE, rule, lambda _: iter(()))
    assert rule not in [name for _, name in found(TRAPS[rule])]


@pytest.mark.parametrize("rule", TRAPS)
@pytest.mark.parametrize("above", [True, False])
def test_a_comment_with_a_reason_silences_one_place(rule: str, above: bool) -> None:
    comment = f"# unladen: allow {rule} it is meant"
    text = TRAPS[rule]
    if above:
        lines = [
            (f"{comment}\n" if line.endswith(MARK) else "") + line for line in text.split("\n")
        ]
        text = "\n".join(lines)
    else:
        text = text.replace(MARK, f"  {comment}")
    assert found(text, rule) == []
    assert found(text.replace(" it is meant", ""), rule) == [
        (n, "allow") for n, line in enumerate(text.split("\n"), 1) if comment in line
    ]


def test_a_comment_that_silences_nothing_or_names_no_rule_is_told() -> None:
    text = "def time_it():  # unladen: allow sleeps it did once\n    sum([1])\n"
    assert (1, "allow") in found(text)
    assert (1, "allow") not in found(text, "unseeded"), "a rule that was not asked"
    assert (1, "allow") in found(text.replace("sleeps", "sleep"))
    assert (1, "allow") not in found('TEXT = "# unladen: allow sleeps it did once"\n')


def test_folders_that_asv_does_not_look_into() -> None:
    files = suite("", **{"deep/more": "def time_it():\n    sum([1])\n"})
    rules = {trap.rule: trap.file for trap in checked(files, "benchmarks", ALL).traps}
    assert rules["never-found"] == "deep/more.py"
    files["deep/__init__.py"] = b""
    assert "never-found" not in {t.rule for t in checked(files, "benchmarks", ALL).traps}


def test_what_base_classes_and_helpers_in_other_files_do_is_seen() -> None:
    base = "import random\nclass Base:\n    def setup(self):\n        self.n = random.random()\n"
    mine = "from .base import Base\nclass Work(Base):\n    def time_it(self):\n        self.n + 1\n"
    traps = checked(suite(mine, base=base), "benchmarks", {"unseeded"}).traps
    assert [(t.file, t.line) for t in traps] == [("base.py", 4)]
    seeded = mine + "    def setup(self):\n        import random\n        random.seed(1)\n"
    seeded += "        super().setup()\n"
    assert checked(suite(seeded, base=base), "benchmarks", {"unseeded"}).traps == ()
    nobody = suite("def helper():\n    import random\n    return random.random()\n")
    assert checked(nobody, "benchmarks", ALL).traps == (), "no benchmark runs it"


def test_a_seed_of_the_old_generators_is_none_for_the_new_ones() -> None:
    text = TRAPS["unseeded"].replace("np.random.rand(1000)", "np.random.default_rng().random(9)")
    text = text.replace("        self.data", "        np.random.seed(1)\n        self.data")
    assert [rule for _, rule in found(text, "unseeded")] == ["unseeded"]


@pytest.mark.parametrize(
    "source",
    [
        b"def time_it(:\n",
        b"\xff\xfe\x00",
        b"# coding: no-such-thing\n",
        b"x = " + b"(" * 5000 + b")" * 5000,
        b"x = " + b"-" * 100_000 + b"1",
        b"x = a" + b".a" * 50_000,
        b"x = 1\0",
        b"".join(b" " * n + b"if 1:\n" for n in range(90)) + b" " * 90 + b"pass",
    ],
)
def test_a_file_that_cannot_be_read_is_a_finding_and_no_traceback(source: bytes) -> None:
    result = checked({"it.py": source, "__init__.py": b""}, "benchmarks", ALL)
    assert {trap.rule for trap in result.traps} <= {"unreadable"}
    assert all(trap.line >= 1 for trap in result.traps)


def test_nothing_is_read_from_outside_of_the_suite_nor_without_bounds(tmp_path: Path) -> None:
    secret = tmp_path / "secret.py"
    secret.write_text("x = 1")
    folder = tmp_path / "suite"
    folder.mkdir()
    (folder / "link.py").symlink_to(secret)
    (folder / "gone.py").symlink_to(tmp_path / "nowhere.py")
    (folder / "round").symlink_to(folder)
    (folder / "large.py").write_bytes(b"#" * (MOST_BYTES + 1))
    (folder / "plain.py").write_text("x = 1")
    read = suite_texts(folder)
    assert sorted(read) == ["large.py", "link.py", "plain.py"]
    assert [name for name, content in read.items() if isinstance(content, bytes)] == ["plain.py"]


def test_a_long_suite_is_read_in_reasonable_time() -> None:
    helper = "def helper():\n" + "    x = [1]\n" * 2000
    many = "".join(f"def time_{n}():\n    helper()\n" for n in range(1000))
    assert checked(suite(helper + many), "benchmarks", ALL).benchmarks == 1000


def test_a_project_switches_rules_off_and_only_by_their_names() -> None:
    config = from_table({"check": {"off": ["sleeps"]}})
    assert "sleeps" not in switched_on(config.check.on, config.check.off)
    with pytest.raises(ConfigError, match="no list of rules"):
        from_table({"check": {"off": ["sleep"]}})
    with pytest.raises(ConfigError, match="on and off"):
        from_table({"check": {"of": []}})


def result_of(*rules: str) -> Checked:
    traps = [Trap("benchmarks/it it.py", 3, rule, f"{rule} <&\n>", (4, 7)) for rule in rules]
    return Checked(traps=tuple(traps), files=1, benchmarks=1, asked=tuple(BY_ID))


def test_the_worst_comes_first_and_notes_fail_nothing() -> None:
    many = [Trap("b.py", n, "one-sample", "x") for n in range(1, 5)]
    result = Checked(traps=(*many, Trap("c.py", 1, "shadowed", "y")), files=2, benchmarks=2)
    lines = [line for line in told.lines(result) if not line.startswith(" ")]
    assert lines[:2] == ["c.py", "b.py"]
    notes = result_of("no-answers")
    assert told.failing(notes.traps) == []
    assert BY_ID["no-answers"].level is Severity.NOTE
    assert any(line.startswith("nothing found") for line in told.lines(notes))


def test_a_finding_is_one_line_whatever_its_text() -> None:
    assert not [line for line in told.lines(result_of("sleeps")) if "\n" in line]


def test_all_rules_say_what_is_wrong_what_to_do_and_what_they_prevent() -> None:
    page = (Path(__file__).parents[3] / "docs" / "check.md").read_text()
    for rule in RULES:
        assert rule.what.endswith(".")
        assert rule.fix
        assert rule.prevents
        row = f"| `{rule.id}` | {rule.what} | {rule.fix} |"
        assert row in page, rule.id


SARIF = {
    "type": "object",
    "required": ["version", "runs", "$schema"],
    "properties": {
        "version": {"const": "2.1.0"},
        "runs": {
            "type": "array",
            "items": {
                "required": ["tool", "results"],
                "properties": {
                    "results": {
                        "type": "array",
                        "items": {
                            "required": ["ruleId", "ruleIndex", "message", "locations"],
                            "properties": {"level": {"enum": ["none", "note", "warning", "error"]}},
                        },
                    }
                },
            },
        },
    },
}
"""What code hosts need of it, in our words; the published schema is asked by
tests/quality/sarif_schema.py."""


def test_sarif_names_rules_lines_and_files_from_the_top_of_the_repository() -> None:
    text = check_sarif.of(result_of("sleeps", "no-answers"), "python")
    log = json.loads(text)
    jsonschema.validate(log, SARIF)
    (run,) = log["runs"]
    first = run["results"][0]
    place = first["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "python/benchmarks/it%20it.py"
    assert place["region"]["startLine"] == 3
    assert run["tool"]["driver"]["rules"][first["ruleIndex"]]["id"] == "sleeps"
    assert [each["level"] for each in run["results"]] == ["warning", "note"]


TIMES = b"class Work:\n    def time_it(self, n):\n        sum(n)\n"


def recorded(seconds: Mapping[str, float], **more: object) -> list[tuple[str, int]]:
    """What is told of records of `it.Work.time_it`, by its choices of a parameter."""
    params = (tuple(repr(choice) for choice in seconds),)
    measured = {}
    for choice, each in seconds.items():
        base = timed([1.0], seconds=each)[0]
        named = benchmark(f"it.Work.time_it({choice!r})")
        fields = {"params": params, **more}
        told_of = replace(named, **fields)  # type: ignore[arg-type]
        measured[told_of.id] = replace(base, benchmark=told_of)
    made = replace(record(timed([1.0])[0]), measurements=measured)
    files: dict[str, bytes | str] = {"it.py": TIMES, "__init__.py": b""}
    return [(t.rule, t.line) for t in checked(files, "benchmarks", BY_RECORDS, [made]).traps]


def test_one_choice_that_takes_nearly_all_of_a_sum_is_told_unless_choices_are_sizes() -> None:
    assert recorded({"a": 0.001, "b": 0.01}) == [("dominant-parameter", 2)]
    assert recorded({"a": 0.004, "b": 0.01}) == []
    sizes = (("1", "1000"),)
    assert recorded({"a": 0.001, "b": 0.01}, params=sizes) == []


def test_calls_too_short_for_a_clock_and_too_long_for_their_time_out_are_told() -> None:
    assert recorded({"a": 5e-8}) == [("too-short", 2)]
    assert recorded({"a": 1e-6}) == []
    assert recorded({"a": 0.6}, timeout=1.0) == [("near-timeout", 2)]
    assert recorded({"a": 0.4}, timeout=1.0) == []


def test_records_of_benchmarks_that_are_gone_say_nothing() -> None:
    assert recorded({"a": 5e-8}, name="it.Work.time_other") == []
