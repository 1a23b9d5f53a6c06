"""What is worth a look though the time of the whole says nothing: and what is not."""

from collections.abc import Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import cast
from xml.etree import ElementTree

import pytest

from tests.unit.unladen.values import benchmark, commit, decision, timed
from unladen.config import from_table
from unladen.errors import ConfigError, Exit
from unladen.history.flagged import flags_between
from unladen.judge.attribute import attribute
from unladen.judge.categories import Categories
from unladen.judge.decide import exit_code
from unladen.judge.flags import Limits, flags_of
from unladen.judge.less_work import declared_calls
from unladen.judge.waiting import computes_more, waits_longer
from unladen.model import Comparison, Measurement, Rules, Verdict
from unladen.model.anatomy import Anatomy, Function, Memory, Share, Split
from unladen.model.flags import Flag, FlagKind
from unladen.output.flags import lines, told
from unladen.output.junit import junit
from unladen.output.markdown import markdown
from unladen.output.words import headline, next_step
from unladen.site.pages.flags import flagged as flagged_page
from unladen.site.pages.flags import lately
from unladen.store.project import Project

TABLE = {"dsl": ["^pkg[.]dsl:"], "framework": ["^pkg[.]framework:"]}
DSL, FRAME, OTHER = "pkg/dsl.py:step", "pkg/framework.py:dispatch", "pkg/framework.py:wrap"
NATIVE = "<native>/lib:crc32"
LOGGING = "logging/__init__.py:info"


def function(key: str, body: str = "b") -> Function:
    file, _, name = key.partition(":")
    module = file.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
    return Function(key=key, module=module, name=name, body=body)


def side(
    instructions: Mapping[str, float],
    calls: Mapping[str, float] | None = None,
    bodies: Mapping[str, str] | None = None,
) -> Anatomy:
    bodies = bodies or {}
    functions = {
        key: function(key, "" if key == LOGGING else bodies.get(key, key)) for key in instructions
    }
    return Anatomy(
        benchmark="suite.time_it",
        seconds=0.01,
        functions=functions,
        instructions=instructions,
        calls=calls or {},
    )


def flagged(base: Anatomy, head: Anatomy, limits: Limits | None = None) -> list[Flag]:
    found = attribute(base, head, Categories(TABLE), None)
    return list(flags_of(base, head, found, limits or Limits()))


def test_a_category_that_grows_under_a_gain_elsewhere_is_a_hidden_loss() -> None:
    """Stage 1: DSL -19 %, framework up, the whole +1.4 %."""
    base, head = side({DSL: 60e6, FRAME: 40e6}), side({DSL: 48.6e6, FRAME: 52.8e6})
    (flag,) = flagged(base, head)
    assert (flag.kind, flag.what, flag.function) == (FlagKind.HIDDEN_LOSS, "framework", FRAME)
    assert flag.share == pytest.approx(0.128)
    assert "dsl -11.4 %" in flag.beside


def test_a_loss_under_a_whole_that_got_faster_is_hidden_too() -> None:
    (flag,) = flagged(side({DSL: 60e6, FRAME: 40e6}), side({DSL: 30e6, FRAME: 42e6}))
    assert (flag.what, flag.unit) == ("framework", "instructions")


def test_what_is_slower_as_a_whole_is_told_by_itself() -> None:
    assert not flagged(side({DSL: 60e6, FRAME: 40e6}), side({DSL: 60e6, FRAME: 60e6}))


def test_less_than_the_allowance_is_no_loss() -> None:
    head = side({DSL: 59e6, FRAME: 40.9e6})
    assert not flagged(side({DSL: 60e6, FRAME: 40e6}), head)
    assert flagged(side({DSL: 60e6, FRAME: 40e6}), head, Limits(allow=0.005))


def test_logging_in_a_hot_loop_is_named_where_no_category_is() -> None:
    base = side({DSL: 60e6, FRAME: 40e6})
    head = side({DSL: 50e6, FRAME: 40e6, LOGGING: 8e6})
    (flag,) = flagged(base, head)
    assert flag.what == "logging"


def test_a_function_that_was_split_in_two_is_no_loss() -> None:
    base = side({DSL: 60e6, FRAME: 40e6})
    head = side({DSL: 60e6, FRAME: 20e6, OTHER: 20e6}, bodies={FRAME: "changed"})
    assert not flagged(base, head)


def test_a_new_wrapper_under_a_gain_is_a_loss_though_no_category_says_so() -> None:
    far = "pkg/other.py:f"
    base = side({FRAME: 50e6, far: 50e6})
    head = side({FRAME: 50e6, OTHER: 8e6, far: 40e6}, bodies={far: "changed"})
    found = attribute(base, head, Categories({}), None)
    (flag,) = flags_of(base, head, found, Limits())
    assert flag.what == OTHER
    assert far in flag.beside


def test_a_helper_put_into_another_file_is_no_loss() -> None:
    helper = "pkg/helpers.py:wrap"
    base, head = side({FRAME: 50e6, DSL: 50e6}), side({FRAME: 50e6, DSL: 20e6, helper: 30e6})
    functions = {**head.functions, DSL: replace(head.functions[DSL], calls=frozenset({"wrap"}))}
    head = replace(head, functions=functions)
    found = attribute(base, head, Categories({}), None)
    assert not flags_of(base, head, found, Limits())


def test_a_function_costs_more_inside_a_category_that_does_not() -> None:
    far = "pkg/other.py:f"
    table = {"all": ["^pkg"]}
    base, head = side({DSL: 50e6, far: 50e6}), side({DSL: 40e6, far: 60e6})
    found = attribute(base, head, Categories(table), None)
    (flag,) = flags_of(base, head, found, Limits())
    assert flag.what == far
    assert told(flag).count(far) == 1


def test_a_peak_that_grew_is_heavier_and_names_who_holds_it() -> None:
    base = replace(side({DSL: 1e6}), peak=1e6, resident=30e6)
    head = replace(
        side({DSL: 1e6}),
        peak=51e6,
        resident=80e6,
        memory={DSL: Memory(allocated=50, peak=50), FRAME: Memory(allocated=1, peak=1)},
    )
    (flag,) = flagged(base, head)
    assert (flag.kind, flag.function, flag.unit) == (FlagKind.HEAVIER, DSL, "bytes")
    assert "1.0 MB -> 51.0 MB" in told(flag)


@pytest.mark.parametrize(
    ("peak", "resident", "heavier"),
    [
        (1.04e6, 30e6, False),  # within the allowance
        (1e6, 31e6, False),  # within what a process differs by
        (1e6, 90e6, True),  # kept since import or set-up
        (None, None, False),
    ],
)
def test_memory_is_flagged_beyond_its_allowance_only(
    peak: float | None, resident: float | None, heavier: bool
) -> None:
    base = replace(side({DSL: 1e6}), peak=1e6, resident=30e6)
    head = replace(side({DSL: 1e6}), peak=peak, resident=resident)
    assert bool(flagged(base, head)) is heavier


def test_a_small_peak_is_no_flag() -> None:
    base, head = (replace(side({DSL: 1e6}), peak=peak) for peak in (1e3, 60e3))
    assert not flagged(base, head)


def split(python: float, native: float) -> Mapping[str, Split]:
    return {DSL: Split(python=python), FRAME: Split(native=native)}


@pytest.mark.parametrize(
    ("before", "after", "moved"),
    [
        ((0.1, 0.9), (0.9, 0.1), True),
        ((0.5, 0.5), (0.8, 0.2), True),
        ((0.5, 0.5), (0.7, 0.3), False),  # two runs of the same code differ by that
        ((0.9, 0.1), (0.1, 0.9), False),
        ((0.1, 0.9), (0.1, 0.1), False),  # less native code, and no more Python
    ],
)
def test_native_time_that_became_python_is_flagged(
    before: tuple[float, float], after: tuple[float, float], moved: bool
) -> None:
    base = replace(side({}), splits=split(*before))
    head = replace(side({}), splits=split(*after))
    found = flagged(base, head)
    assert [flag.kind for flag in found] == [FlagKind.MOVED_TO_PYTHON] * moved
    assert all(flag.function == DSL for flag in found)


@pytest.mark.parametrize(
    ("native", "grown", "calls", "moved"),
    [
        (5e6, 95e6, 1, True),
        (5e6, 95e6, 2, False),  # called more often: other work
        (49e6, 51e6, 1, False),
        (5e6, 51e6, 1, False),
    ],
)
def test_by_instructions_what_left_a_library_for_python_is_flagged(
    native: float, grown: float, calls: int, moved: bool
) -> None:
    base = side({NATIVE: 50e6, DSL: 50e6}, {DSL: 1}, {NATIVE: ""})
    head = side({NATIVE: native, DSL: grown}, {DSL: calls}, {NATIVE: ""})
    found = [flag for flag in flagged(base, head) if flag.kind is FlagKind.MOVED_TO_PYTHON]
    assert [flag.function for flag in found] == [DSL] * moved
    assert not moved or len(flagged(base, head)) == 1  # and it is no hidden loss besides


@pytest.mark.parametrize(
    ("gpu", "became"),
    [
        ((0.3, 0.5), ["time of the GPU"]),
        ((0.3, 0.32), []),
        ((0.3, 0.01), ["what the GPU did"]),
        ((0.3, 0.2), []),
        ((0.0, 0.0), []),
        ((None, 0.9), []),
        ((0.9, None), []),
    ],
)
def test_a_gpu_that_does_more_or_nothing_any_more_is_flagged_and_none_is_not_zero(
    gpu: tuple[float | None, float | None], became: list[str]
) -> None:
    def on(share: float | None) -> Anatomy:
        splits = {DSL: Split(python=0.1), FRAME: Split(gpu=share)}
        return replace(side({FRAME: 1.0}), splits=splits)

    found = [flag for flag in flagged(on(gpu[0]), on(gpu[1])) if flag.kind is FlagKind.GPU]
    assert [flag.what for flag in found] == became
    assert all(flag.function == FRAME for flag in found)


def test_faster_by_calling_what_did_not_change_less_often_is_less_work() -> None:
    base = side({DSL: 60e6, FRAME: 40e6}, {DSL: 200, FRAME: 1})
    head = side({DSL: 45e6, FRAME: 40e6}, {DSL: 150, FRAME: 1})
    (flag,) = flagged(base, head)
    assert (flag.kind, flag.function) == (FlagKind.LESS_WORK, DSL)
    assert flag.share == pytest.approx(-50 / 201)


def test_fewer_calls_of_what_was_rewritten_or_without_a_gain_are_no_flag() -> None:
    base = side({DSL: 60e6, FRAME: 40e6}, {DSL: 200, FRAME: 1})
    rewritten = side({DSL: 45e6, FRAME: 40e6}, {DSL: 100, FRAME: 1}, {DSL: "other"})
    assert not flagged(base, rewritten)
    assert not flagged(base, side({DSL: 60e6, FRAME: 40e6}, {DSL: 150, FRAME: 1}))


COSTS = {DSL: 60e6, FRAME: 40e6}


def test_without_parts_the_verdict_says_whether_it_is_faster() -> None:
    base, head = side(COSTS, {DSL: 200, FRAME: 1}), side(COSTS, {DSL: 150, FRAME: 1})
    assert not flagged(base, head)
    (flag,) = flagged(base, head, Limits(faster=True))
    assert (flag.kind, flag.function) == (FlagKind.LESS_WORK, DSL)


def test_fewer_calls_that_were_announced_are_no_flag_and_others_are() -> None:
    base, head = side(COSTS, {DSL: 200, FRAME: 1}), side(COSTS, {DSL: 150, FRAME: 1})
    said = declared_calls([("Expect", f"calls {DSL} -30%..-20%")], base, head)
    assert not flagged(base, head, Limits(faster=True, declared=said))
    for expected in (f"calls {DSL} same", f"calls {FRAME} -30%..-20%", f"calls {DSL} much less"):
        said = declared_calls([("Expect", expected)], base, head)
        assert flagged(base, head, Limits(faster=True, declared=said))


def test_faster_by_catching_exceptions_that_nobody_raised_before_is_less_work() -> None:
    base, head = side(COSTS, {DSL: 100}), side(COSTS, {DSL: 100})
    (flag,) = flagged(base, replace(head, handled={DSL: 76.0}), Limits(faster=True))
    assert (flag.base, flag.head, flag.function) == (0.0, 76.0, DSL)
    assert "0 -> 76 (none before)" in told(flag)
    base, head = replace(base, handled={DSL: 100.0}), replace(head, handled={DSL: 104.0})
    assert not flagged(base, head, Limits(faster=True))


def test_flags_can_be_left_out_and_may_fail_a_run() -> None:
    config = from_table({"flags": ["heavier"], "fail-on": ["heavier"], "allow-memory": 0.1})
    assert config.flags == config.fail_on == (FlagKind.HEAVIER,)
    profile = from_table({"profile": {"lanes": ["calls"], "most": 1, "seconds": 5}}).profile
    assert (profile.lanes, profile.most, profile.seconds) == (("calls",), 1, 5.0)


@pytest.mark.parametrize(
    "table",
    [
        {"flags": "heavier"},
        {"fail-on": ["lighter"]},
        {"profile": []},
        {"profile": {"lane": ["calls"]}},
        {"profile": {"lanes": ["gpu"]}},
        {"profile": {"most": 1.5}},
        {"profile": {"seconds": -1}},
    ],
)
def test_settings_that_make_no_sense_say_what_would(table: dict[str, object]) -> None:
    with pytest.raises(ConfigError) as caught:
        from_table(table)
    assert caught.value.fix


RULES = Rules(allow=0.01)


def waiting(seconds: float, more_cpu: float = 0.0) -> tuple[Measurement, Measurement]:
    base, head = timed([1.0] * 8)
    return (
        replace(base, runs=tuple(replace(r, waits=(1e-3,) * len(r.wall)) for r in base.runs)),
        replace(
            head,
            runs=tuple(
                replace(
                    r,
                    waits=(1e-3 + seconds * (1 + 0.01 * n),) * len(r.wall),
                    cpu=tuple(c + more_cpu for c in r.cpu),
                )
                for n, r in enumerate(head.runs)
            ),
        ),
    )


def test_more_waiting_without_more_computing_is_flagged() -> None:
    flag = waits_longer(*waiting(5e-3), RULES)
    assert flag is not None
    assert flag.kind is FlagKind.WAITS
    assert flag.delta == pytest.approx(5e-3, rel=0.1)


def test_computing_more_or_waiting_as_long_is_no_waiting() -> None:
    assert waits_longer(*waiting(0.0), RULES) is None
    assert waits_longer(*waiting(5e-3, more_cpu=1.0), RULES) is None
    assert waits_longer(*timed([1.0] * 8), RULES) is None


def computing(more_cpu: float, wall: float = 1.0) -> tuple[Measurement, Measurement]:
    """A base that waits for half of its time, and a head that computes so much more beside."""
    base, head = timed([wall] * 8, busy=0.5)
    runs = (replace(r, cpu=tuple(c + more_cpu for c in r.cpu)) for r in head.runs)
    return base, replace(head, runs=tuple(runs))


def test_more_computing_where_the_wall_clock_judges_is_flagged() -> None:
    """I44: a pool for each task, and the wall clock saw a gain."""
    flag = computes_more(*computing(0.08, wall=0.8), RULES)
    assert flag is not None
    assert flag.kind is FlagKind.CPU
    assert flag.share == pytest.approx(3.8, abs=0.1)
    assert "of itself" in told(flag)


def test_where_cpu_time_judges_or_hardly_changed_nothing_is_flagged() -> None:
    assert computes_more(*computing(0.001), RULES) is None
    asleep = timed([1.0] * 8, busy=0.004)
    runs = (replace(run, cpu=tuple(2 * c for c in run.cpu)) for run in asleep[1].runs)
    twice = replace(asleep[1], runs=tuple(runs))
    assert computes_more(asleep[0], twice, RULES) is None, "twice next to nothing"
    assert computes_more(*timed([3.0] * 8), RULES) is None


def test_lines_are_short_and_say_which_commit() -> None:
    (flag,) = flagged(side({DSL: 60e6, FRAME: 40e6}), side({DSL: 48.6e6, FRAME: 52.8e6}))
    text = list(lines([flag], "abc12345"))
    assert "hidden loss" in text[0]
    assert "abc12345" in text[0]
    assert all(len(line) <= 100 for line in text)
    assert benchmark().id in text[0]
    assert list(lines([flag] * 20))[-1] == "  and 8 smaller flags (--json has them)"


def test_names_of_strangers_are_text_on_the_page() -> None:
    flag = Flag(
        kind=FlagKind.HEAVIER,
        benchmark="suite.<script>",
        what="peak of a call",
        base=1e6,
        head=5e7,
        unit="bytes",
        share=49.0,
        function="<img src=x>",
    )
    text = "".join(flagged_page([flag], {"suite.<script>": "s"}))
    assert "<script" not in text
    assert "<img" not in text
    assert "heavier" in text
    assert "1.0 MB -&gt; 50.0 MB" in text
    assert not flagged_page([], {})
    late = "".join(lately([(commit("a"), flag)], {}))
    assert "<script" not in late


def test_one_pair_that_others_kept_waiting_is_no_waiting() -> None:
    base, head = waiting(0.0)
    first = replace(head.runs[0], waits=(0.5,) * len(head.runs[0].wall))
    assert waits_longer(base, replace(head, runs=(first, *head.runs[1:])), RULES) is None
    one = replace(head, runs=tuple(replace(r, waits=(0.1,) * len(r.wall)) for r in head.runs))
    quiet = replace(one.runs[0], waits=(1e-3,) * len(one.runs[0].wall))
    assert waits_longer(base, one, RULES) is not None
    assert waits_longer(base, replace(one, runs=(quiet, *one.runs[1:])), RULES) is None


def test_what_few_samples_cannot_tell_is_no_loss() -> None:
    def sampled(dsl: float, frame: float, samples: float) -> Anatomy:
        shares = {
            key: Share(share=share, samples=share * samples)
            for key, share in ((DSL, dsl), (FRAME, frame))
        }
        return replace(side({DSL: 0, FRAME: 0}), instructions={}, shares=shares)

    assert flagged(sampled(0.6, 0.4, 1e6), sampled(0.5, 0.5, 1e6))
    assert not flagged(sampled(0.6, 0.4, 40), sampled(0.5, 0.5, 40))


def test_nobody_is_named_who_holds_less_than_before() -> None:
    held = {DSL: Memory(allocated=50, peak=50)}
    base = replace(side({DSL: 1e6}), peak=1e6, memory=held)
    less = {DSL: Memory(allocated=1, peak=1)}
    (flag,) = flagged(base, replace(base, peak=51e6, memory=less))
    assert flag.function == ""


def test_a_kind_that_is_left_out_is_not_told() -> None:
    base, head = side({DSL: 60e6, FRAME: 40e6}), side({DSL: 48.6e6, FRAME: 52.8e6})
    reason = attribute(base, head, Categories(TABLE), None)
    sides = {reason.benchmark: (base, head)}
    for names, count in ((["hidden loss"], 1), (["heavier"], 0)):
        project = cast(Project, SimpleNamespace(config=from_table({"flags": names})))
        assert len(flags_between(project, ({}, {}), sides, [reason])) == count


def test_a_flag_that_the_project_fails_on_fails_a_gate_in_every_output() -> None:
    same = Comparison(
        benchmark=benchmark(), verdict=Verdict.UNDECIDED, allow=0.01, reason="too few"
    )
    quiet, loud = decision(same), replace(decision(same), unwanted=("heavier in <x>: `peak`",))
    assert (exit_code(quiet), exit_code(loud)) == (Exit.UNDECIDED, Exit.SLOWER)
    assert headline(loud).startswith("FAIL  1 undecided, 1 flag that this project fails on")
    assert "unladen explain" in next_step(loud)
    shown = markdown(loud, [same])
    assert "- `heavier in <x>: 'peak'`" in shown
    suite = ElementTree.fromstring(junit([loud]))[0]
    assert (suite.get("tests"), suite.get("failures")) == ("2", "1")
    (failure,) = suite.iter("failure")
    assert failure.get("message") == "heavier in <x>: `peak`"
    assert ElementTree.fromstring(junit([quiet]))[0].get("failures") == "0"
