"""Code, instructions and time: who decides, whose turn it is, and what is never believed."""

from collections.abc import Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from tests.unit.unladen.values import benchmark, count_of, decision, timed
from unladen.config import from_table
from unladen.errors import ConfigError, NoSuite
from unladen.judge.claims import ClaimEvidence, held, parsed
from unladen.judge.compare import clock_for
from unladen.judge.counts import counted
from unladen.judge.sequential import LOOKS
from unladen.judge.stages import Unfinished, again, agreed, conclude, finer, needs_no_time
from unladen.measure.cascade import Before
from unladen.measure.counting import FEW, Countable, Counted, Forecast, Regions, in_vain, metered
from unladen.measure.gathering import Gathering
from unladen.measure.ran import told_by
from unladen.measure.stop import Budget, Decided, budget_of_gate
from unladen.measure.suite import SuiteParts
from unladen.model import Clock, Measurement, Outcome, Rules, Stage, Verdict
from unladen.model.claims import Held
from unladen.output import junit, markdown
from unladen.output.terminal import comparison_lines, undecided_lines
from unladen.tools import builds
from unladen.tools.meters import BLOCKS, INSTRUCTIONS, Meter

Pair = tuple[Measurement, Measurement]
RULES = Rules(allow=0.01)
NOISY = [0.9, 1.13, 1.05]


def pair(ratios: Sequence[float], base: Sequence[float], head: Sequence[float]) -> Pair:
    """Timed in so many pairs, and counted in so many regions."""
    old, new = timed(ratios)
    return (
        replace(old, counts=count_of(*base)),
        replace(new, counts=count_of(*head)),
    )


THOUSAND = (1e6, 1e6, 1e6)


@pytest.mark.parametrize(
    ("head", "verdict"),
    [
        (1.0, Verdict.SAME),
        (1.0005, Verdict.SAME),
        (1.003, Verdict.UNDECIDED),  # eight times as much, if it is of compiled loops
        (1.05, Verdict.SLOWER),
        (0.95, Verdict.FASTER),
    ],
)
def test_few_blocks_may_be_much_work(head: float, verdict: Verdict) -> None:
    sides = pair([], (1e6,), (head * 1e6,))
    base, other = (
        replace(s, counts=tuple(replace(c, unit="blocks") for c in s.counts)) for s in sides
    )
    found = conclude(base, other, RULES)
    assert found.verdict is verdict
    assert any("blocks" in each for each in found.notes)
    mixed = conclude(base, sides[1], RULES)
    assert mixed.verdict is Verdict.UNDECIDED, "blocks and instructions are not compared"


def in_units(ratio: float, *units: str) -> Pair:
    """Counted in a layout each."""
    old, new = timed([])
    counts = [
        tuple(
            replace(count_of(value, layout=layout)[0], unit=unit)
            for layout, unit in enumerate(units)
        )
        for value in (1e6, ratio * 1e6)
    ]
    return replace(old, counts=counts[0]), replace(new, counts=counts[1])


def test_few_blocks_are_counted_again_by_instructions_which_then_decide() -> None:
    few, many = in_units(1.004, "blocks"), in_units(1.02, "blocks")
    assert finer(*few, RULES)
    assert not again(*few, RULES), "another layout of blocks would tell no more"
    assert (finer(*many, RULES), again(*many, RULES)) == (False, True)
    both = in_units(1.004, "blocks", "instructions")
    assert not finer(*both, RULES)
    found = conclude(*both, RULES)
    assert (found.verdict, found.reason) == (Verdict.WITHIN, "by instructions")
    assert not any("blocks" in each for each in found.notes)


def test_of_what_stays_undecided_it_is_said_that_its_work_differs_and_which_line_draws() -> None:
    line = "suite:bench.py:7"
    steady = conclude(*pair(NOISY, THOUSAND, THOUSAND), RULES, Unfinished(draws=line))
    assert (steady.verdict, steady.notes) == (Verdict.SAME, ())
    restless = pair(NOISY, THOUSAND, (1e6, 1.2e6, 0.9e6))
    found = conclude(*restless, RULES, Unfinished(draws=line))
    assert found.verdict is Verdict.UNDECIDED
    assert any("lie 30 % apart" in each for each in found.notes)
    assert any(each.startswith(line) for each in found.notes)
    filling = pair(NOISY, (1e6, 5e5), (1e6, 5e5))
    assert conclude(*filling, RULES).verdict is Verdict.SAME, "a cache fills alike on both sides"


def test_where_clock_and_count_contradict_each_other_neither_decides() -> None:
    """packaging's filter of a simple specifier, 18 us after a set-up: a fifth fewer instructions,
    and the same time."""
    noisy = [0.97, 1.02, 1.0, 1.01, 0.985, 1.005, 0.99, 1.02]
    for change in (0.7, 1.3):
        found = conclude(*pair(noisy, THOUSAND, [1e6 * change] * 3), RULES)
        assert (found.verdict, found.stage) == (Verdict.UNDECIDED, None)
        assert "which no time shows" in found.reason
        assert found.instructions is not None
    within = conclude(*pair(noisy, THOUSAND, [1.015e6] * 3), RULES)
    assert within.verdict is not Verdict.UNDECIDED or "which no time" not in within.reason


def test_regions_may_differ_by_a_share_of_a_large_change() -> None:
    """Some calls of packaging's did 5 % less than others, and all a fifth less than base."""
    old, new = pair([], THOUSAND, (0.785e6, 0.735e6, 0.78e6))
    assert conclude(old, new, RULES).verdict is Verdict.FASTER
    old, new = pair([], THOUSAND, (0.985e6, 0.935e6, 0.98e6))
    assert conclude(old, new, RULES).verdict is Verdict.UNDECIDED


def test_the_same_instructions_with_more_cycles_are_not_the_same() -> None:
    for cycles, verdict in ((1.5e6, Verdict.SAME), (1.6e6, Verdict.UNDECIDED)):
        old, new = pair([], (1e6,), (1e6,))
        old = replace(old, counts=(replace(old.counts[0], cycles=(1.5e6,)),))
        new = replace(new, counts=(replace(new.counts[0], cycles=(cycles,)),))
        found = conclude(old, new, RULES)
        assert found.verdict is verdict
        assert any("estimated cycles" in each for each in found.notes)


@pytest.mark.parametrize(
    ("head", "verdict"),
    [
        (1.0, Verdict.SAME),
        (1.001, Verdict.SAME),
        (1.005, Verdict.WITHIN),
        (1.05, Verdict.SLOWER),
        (0.9, Verdict.FASTER),
        (1.0095, None),
    ],
)
def test_what_time_leaves_open_a_count_decides_and_that_is_said(
    head: float, verdict: Verdict | None
) -> None:
    sides = pair(NOISY, THOUSAND, [1e6 * head] * 3)
    found = conclude(*sides, RULES)
    if verdict is None:
        assert (found.verdict, found.stage) == (Verdict.UNDECIDED, None)
        return
    assert (found.verdict, found.stage) == (verdict, Stage.INSTRUCTIONS)
    assert "by instructions; time undecided" in found.reason
    assert found.change is not None
    assert found.change.estimate == pytest.approx(head - 1)
    assert found.base is None


def test_what_time_decides_a_count_does_not_overrule() -> None:
    sides = pair([1.5] * 20, THOUSAND, THOUSAND)
    found = conclude(*sides, RULES)
    assert (found.verdict, found.stage) == (Verdict.SLOWER, Stage.TIME)
    assert found.instructions is not None


def test_regions_that_are_not_of_the_same_work_decide_nothing() -> None:
    sides = pair(NOISY, (1e6, 1.5e6, 1.2e6), (1.4e6, 1e6, 1.3e6))
    assert counted(*sides) is None
    assert conclude(*sides, RULES).verdict is Verdict.UNDECIDED


def test_regions_that_do_not_differ_alike_are_less_sure() -> None:
    calm, restless = pair([], THOUSAND, THOUSAND), pair([], THOUSAND, (1e6, 1.02e6, 1e6))
    widths = []
    for sides in (calm, restless):
        found = counted(*sides)
        assert found is not None
        widths.append(found.high - found.low)
    assert widths[1] > 4 * widths[0]


def looked_at(sides: Pair, base: str, head: str) -> Pair:
    """How the change reaches each side."""
    return replace(sides[0], reach={"ab": base}), replace(sides[1], reach={"ab": head})


def test_untouched_is_the_same_unless_something_else_is_wrong() -> None:
    base, head = looked_at(timed([]), "", "")
    found = conclude(base, head, RULES)
    assert (found.verdict, found.stage) == (Verdict.SAME, Stage.CODE)
    assert conclude(*looked_at(timed([]), "runs x", "runs x"), RULES).verdict is Verdict.UNDECIDED
    assert conclude(*looked_at(timed([]), "", "runs x"), RULES).verdict is Verdict.UNDECIDED
    assert conclude(*timed([]), RULES).verdict is Verdict.UNDECIDED
    broken = replace(head, outcome=Outcome.EXCEPTION)
    assert conclude(base, broken, RULES).verdict is Verdict.FAILED
    wrong = replace(head, answers={"a": "2"})
    right = replace(base, answers={"a": "1"})
    assert conclude(right, wrong, RULES).verdict is Verdict.WRONG
    other = replace(head, benchmark=replace(head.benchmark, version="2"))
    assert conclude(base, other, RULES).verdict is Verdict.UNDECIDED
    other_builds = replace(head, reach={"ac": ""})
    assert conclude(base, other_builds, RULES).verdict is Verdict.UNDECIDED


def test_what_runs_none_of_the_change_was_not_made_slower_by_it_whatever_the_clock_said() -> None:
    slower = looked_at(timed([1.5] * 20), "", "")
    found = conclude(*slower, RULES)
    assert (found.verdict, found.stage, found.change) == (Verdict.SAME, Stage.CODE, None)


def test_counts_of_two_sessions_are_not_of_the_same_calls() -> None:
    base, head = timed([])
    mine = replace(head, counts=count_of(2e6, 2e6, session="other"))
    assert counted(replace(base, counts=count_of(1e6, 1e6)), mine) is None
    both = replace(mine, counts=(*mine.counts, *count_of(1.1e6, 1.1e6)))
    found = counted(replace(base, counts=count_of(1e6, 1e6)), both)
    assert found is not None
    assert found.estimate == pytest.approx(0.1)


def test_a_small_change_needs_two_layouts_of_memory_also_of_two_sessions() -> None:
    one = pair([], THOUSAND, [1.02e6] * 3)
    assert again(*one, RULES)
    assert conclude(*one, RULES).verdict is Verdict.UNDECIDED

    def later(side: Measurement, *regions: float) -> Measurement:
        return replace(side, counts=(*side.counts, *count_of(*regions, session="b", layout=1)))

    base, head = later(one[0], 1e6, 1e6), later(one[1], 1.02e6, 1.02e6)
    assert not again(base, head, RULES)
    assert conclude(base, head, RULES).verdict is Verdict.SLOWER
    luck = later(one[1], 1e6, 1e6)
    assert conclude(base, luck, RULES).verdict is not Verdict.SLOWER
    assert not again(*pair([], THOUSAND, [1.2e6] * 3), RULES)


def test_who_claims_a_gain_for_what_runs_none_of_the_change_is_told_so() -> None:
    base, head = looked_at(timed([0.8] * 20), "", "")
    table = {"suite.time_it": base}, {"suite.time_it": head}
    promised = [parsed("suite.time_it -25%..-15%"), parsed("suite.time_it same")]
    gain, same = held(promised, ClaimEvidence(measured=table, rules=lambda *_: RULES))
    assert (gain.held, same.held) == (Held.BROKEN, Held.UNPROVEN)


def test_a_claim_about_instructions_is_held_against_what_a_gate_counted() -> None:
    base, head = pair(NOISY, THOUSAND, [0.9e6] * 3)
    table = {"suite.time_it": base}, {"suite.time_it": head}
    promised = [parsed("instructions suite.time_it -11%..-9%")]
    (found,) = held(promised, ClaimEvidence(measured=table, rules=lambda *_: RULES))
    assert found.held is Held.KEPT


def test_a_verdict_by_instructions_says_so_once_in_every_output() -> None:
    one = conclude(*pair([], THOUSAND, [1.2e6] * 3), RULES)
    found = decision(one)
    outputs = [markdown.markdown(found, [one]), junit.junit([found]), *comparison_lines(one)]
    assert not any("values a side" in each for each in outputs)
    assert [each.count("by instructions") for each in outputs[:2]] == [1, 1]
    assert sum("by instructions" in each for each in outputs[2:]) == 1
    assert not any("instructions +20" in each for each in outputs)


@pytest.mark.parametrize("stages", [{Stage.TIME}, {Stage.TIME, Stage.CODE}])
def test_who_may_not_decide_does_not(stages: set[Stage]) -> None:
    rules = replace(RULES, decide_by=tuple(stages))
    sides = pair(NOISY, THOUSAND, THOUSAND)
    assert conclude(*sides, rules).verdict is Verdict.UNDECIDED
    assert not needs_no_time(*sides, rules)
    untouched = conclude(*looked_at(timed([]), "", ""), rules)
    assert (untouched.verdict is Verdict.SAME) is (Stage.CODE in stages)
    only = replace(RULES, decide_by=(Stage.INSTRUCTIONS,))
    slower = pair([1.5] * 20, THOUSAND, THOUSAND)
    assert conclude(*slower, only).stage is Stage.INSTRUCTIONS


def test_decide_by_is_a_list_of_stages_also_by_pattern() -> None:
    config = from_table({"decide-by": ["time"], "decide-by-of": {"io": ["code", "time"]}})
    assert config.deciding("suite.time_io") == (Stage.CODE, Stage.TIME)
    assert config.rules("suite.time_cpu", 1).decide_by == (Stage.TIME,)
    for wrong in ([], ["cycles"], "time"):
        with pytest.raises(ConfigError, match="decide-by"):
            from_table({"decide-by": wrong})


def test_a_large_change_that_was_counted_needs_three_pairs_that_all_agree() -> None:
    slower = [1.2 * 1e6] * 3
    assert not agreed(*pair([1.2, 1.2], THOUSAND, slower), RULES)
    assert agreed(*pair([1.2, 1.15, 1.25], THOUSAND, slower), RULES)
    assert not agreed(*pair([1.2, 1.005, 1.25], THOUSAND, slower), RULES)
    faster = [0.8 * 1e6] * 3
    assert agreed(*pair([0.8, 0.85, 0.75], THOUSAND, faster), RULES)
    assert not agreed(*pair([1.2, 1.2, 1.2], THOUSAND, faster), RULES)
    stop = Decided(lambda *_: RULES)
    assert not stop.is_open(pair([1.2, 1.15, 1.25], THOUSAND, slower), 1)
    assert stop.is_open(pair([1.2, 1.005, 1.25], THOUSAND, slower), 1)


def test_what_a_count_has_told_waits_for_its_turn() -> None:
    stop = Decided(lambda *_: RULES)
    uncounted, within, slower = (
        stop.turn(pair([1.0], base, head), 1)
        for base, head in (((), ()), (THOUSAND, [1.006e6] * 3), (THOUSAND, [1.2e6] * 3))
    )
    assert (uncounted.rank, within.rank, slower.rank) == (0, 1, 0)
    assert uncounted.least == 3  # a plain change needs four
    later = stop.turn(pair([1.0] * 4, (), ()), 1)
    assert later.least == LOOKS[0] - 4


class Waiting(Gathering):
    """Without workers: what a pair of each takes is known."""

    def __init__(self, seconds: dict[str, float], sides: dict[str, Pair]) -> None:
        self.benchmarks = {id: benchmark(id) for id in seconds}
        self.pair_seconds = seconds
        self.sides = [{id: both[k] for id, both in sides.items()} for k in (0, 1)]


def test_time_goes_to_as_many_as_it_can_decide_and_never_to_what_it_cannot() -> None:
    seconds = {"cheap": 0.1, "dear": 5.0, "hopeless": 500.0}
    sides = {id: timed([]) for id in seconds}
    waiting = Waiting(seconds, sides)
    stop = Decided(lambda *_: RULES)

    def chosen(left: float) -> list[str]:
        ones = list(waiting.benchmarks.values())
        return [each.id for each in waiting.next_ones(ones, stop, (left, left))]

    assert chosen(1.0) == ["cheap"]
    assert chosen(40.0) == ["cheap", "dear"]
    assert chosen(0.1) == []
    assert chosen(1e4) == ["cheap", "dear", "hopeless"]


@pytest.mark.parametrize(
    ("cpu", "waits", "clock"),
    [
        (1.0, (0.0,) * 3, Clock.CPU),
        (0.5, (0.0,) * 3, Clock.CPU),
        (0.5, (0.02,) * 3, Clock.WALL),
        (0.5, (0.02, 0.0001, 0.02), Clock.CPU),
        (0.5, (), Clock.WALL),
    ],
)
def test_a_busy_machine_is_not_waiting(cpu: float, waits: tuple[float, ...], clock: Clock) -> None:
    base, _ = timed([1.0, 1.0, 1.0], busy=cpu)
    runs = [replace(run, waits=waits) for run in base.runs]
    assert clock_for(runs) is clock


def test_a_budget_is_for_the_gate_and_grows_with_a_large_suite() -> None:
    assert [budget_of_gate(None, n) for n in (1, 50, 100)] == [60.0, 60.0, 120.0]
    assert budget_of_gate(7.0, 100) == 7.0


def test_a_short_call_is_repeated_until_a_snapshot_costs_nothing_beside_it() -> None:
    def of(seconds: float, meter: Meter = INSTRUCTIONS) -> Countable:
        return Countable(benchmark=benchmark(), seconds=seconds, meter=meter)

    assert of(2.0).calls == 1
    assert of(1e-6).calls >= 1_000
    assert (of(0.01).warm, of(0.01).regions) == (1, 2)
    assert (of(0.1).warm, of(0.1).regions) == (1, 1)
    assert (of(2.0).warm, of(2.0).regions) == (1, 1), "a first call may be another one"
    assert replace(of(2.0), steady=True).warm == 0
    assert of(0.1).likely > 5


def test_what_counting_took_says_what_there_is_still_time_for() -> None:
    """A second layout of a call of two seconds was given up, with time enough for two of them."""
    long = Countable(benchmark=benchmark(), seconds=1.0, meter=BLOCKS, steady=True)
    short = Countable(benchmark=benchmark(), seconds=1e-4, meter=BLOCKS)
    forecast = Forecast(lambda: 0.7 * long.likely)
    forecast.learn(short, 10.0)
    assert not forecast.fits(long), "what is short tells nothing of what is long"
    forecast.learn(long, 0.4 * long.likely)
    assert forecast.fits(long)
    assert not forecast.fits(replace(long, seconds=3.0))
    forecast.learn(long, long.likely)
    assert not forecast.fits(long), "the slower side counts"
    forecast.learn(long, 0.1 * long.likely)
    assert not forecast.fits(long), "whichever was heard last"


def test_calls_that_are_set_up_anew_are_warm_after_as_many_as_are_cheap() -> None:
    def of(seconds: float, between: float) -> dict[str, int]:
        one = Countable(benchmark=benchmark(), seconds=seconds, between=between, meter=INSTRUCTIONS)
        return one.anew

    assert of(1e-5, 1e-5) == {"warm": 8, "regions": 4}
    assert of(1e-5, 1.0) == {"warm": 1, "regions": 2}
    assert of(0.1, 0.0) == {"warm": 1, "regions": 1}


def test_a_long_call_is_counted_once_and_in_blocks_where_the_machine_code_is_the_same() -> None:
    """Seconds are what counting makes of a call of two, and of imports that take as long."""
    of = {"short": "bench_a", "long": "bench_a", "b": "bench_b"}
    parts = SuiteParts(seconds={"bench_a": 0.2, "bench_b": 4.0}, module_of=of)
    short, long, imported = (
        Countable(benchmark=benchmark(name), seconds=seconds, meter=INSTRUCTIONS, steady=True)
        for name, seconds in (("short", 0.001), ("long", 2.0), ("b", 0.001))
    )
    chosen = metered([short, long, imported], BLOCKS, parts, 60.0)
    assert {each.benchmark.id: each.meter.unit for each in chosen} == {
        "short": "instructions",
        "long": "blocks",
        "b": "blocks",
    }
    (counted_long,) = [each for each in chosen if each.benchmark.id == "long"]
    assert (counted_long.warm, counted_long.regions) == (0, 1)
    assert counted_long.likely < 25
    enough = metered([short, long], BLOCKS, parts, 400.0)
    assert {each.meter for each in enough} == {INSTRUCTIONS}, "one process counts them all"
    many = [replace(short, benchmark=benchmark("short"), seconds=0.1) for _ in range(20)]
    assert {each.meter for each in metered(many, BLOCKS, parts, 60.0)} == {BLOCKS}
    assert {each.meter for each in metered(many[:5], BLOCKS, parts, 60.0)} == {INSTRUCTIONS}
    without = metered([short, long, imported], None, parts, 60.0)
    assert [each.benchmark.id for each in without] == ["short", "long"]
    assert {each.meter for each in without} == {INSTRUCTIONS}


@pytest.mark.parametrize("reply", [{}, {"codes": 3}, {"codes": [[1]], "modules": None}])
def test_what_a_worker_says_of_what_ran_is_not_believed_blindly(reply: dict[str, object]) -> None:
    assert told_by(reply).unseen


def test_undecided_is_one_line_each_and_many_share_one() -> None:
    one = conclude(*timed([]), RULES, Unfinished(refused="it waits", seconds_needed=2.0))
    few = undecided_lines([one, one], all_=False)
    assert len(few) == 4
    assert "not counted: it waits" in few[2]
    assert few[-1] == "  about 4 s more would decide them"
    many = undecided_lines([one] * 20, all_=False)
    assert len(many) == 3
    assert "20 benchmarks" in many[0]
    assert len(undecided_lines([one] * 20, all_=True)) == 22


@pytest.mark.parametrize(
    ("asked", "isolated"),
    [
        ('requires = ["setuptools>=61", "wheel"]', False),
        ("", False),
        ('requires = ["setuptools", "setuptools_scm[toml]>=6"]', True),
        ('requires = ["hatchling"]', True),
        ("requires = [", True),
    ],
)
def test_a_build_that_asks_for_more_than_setuptools_gets_it(asked: str, isolated: bool) -> None:
    command = builds.command_for(f"[build-system]\n{asked}\n")
    assert ("--no-build-isolation" not in command[0]) is isolated


def test_a_suite_that_cannot_be_imported_names_what_is_missing() -> None:
    error = NoSuite(["benchmarks.a: ModuleNotFoundError: No module named 'scipy.linalg' (a.py:3)"])
    assert "scipy.linalg" in error.what
    assert '"scipy"' in error.fix


def test_a_suite_that_is_refused_one_by_one_for_one_reason_is_given_up() -> None:
    """multidict: 187 of 300 seconds went into 245 refusals, and little was left for timing."""
    refused: dict[str, dict[int, Counted]] = {
        str(k): dict.fromkeys((0, 1), "other threads ran") for k in range(FEW)
    }
    assert in_vain(refused, 2) == "other threads ran"
    assert in_vain({k: v for k, v in refused.items() if k != "0"}, 2) == "", "too few to tell"
    counted_one = Regions("instructions", (1.0,))
    assert in_vain(refused | {"0": {0: counted_one, 1: counted_one}}, 2) == ""
    assert in_vain(refused | {"0": {0: "it starts others (os.fork)", 1: "x"}}, 2) == ""


def test_what_is_taken_before_timing_is_in_a_budget_that_was_asked_for_only() -> None:
    """kda: 42 peaks of memory took the usual minute, and nothing was left for what is timed."""
    began = []
    for asked in (None, 60.0):
        before = Before(Budget(0.0, clock=lambda: 100.0))
        config, options = SimpleNamespace(budget=None), SimpleNamespace(budget=asked)
        session: Any = SimpleNamespace(
            project=SimpleNamespace(config=config), options=options, loaded=30.0, sides=[]
        )
        nothing: Any = SimpleNamespace(timed=list)
        before.prepare(session, nothing)
        began.append(before.budget.left)
    assert began == [60.0, 0.0]
