"""Where the seconds went: parts add up to the whole, and what is missing is said."""

import json
import pickle
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arc_solver.spans import OFF, SpanOrderError, Spans, SpanTree, lines, merge


class Clock:
    """Stands in for both clocks; moves only when told to."""

    def __init__(self) -> None:
        self.wall = self.cpu = 100.0

    def spend(self, wall: float, cpu: float = 0.0) -> None:
        self.wall += wall
        self.cpu += cpu


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr("arc_solver.spans.perf_counter", lambda: made.wall)
    monkeypatch.setattr("arc_solver.spans.process_time", lambda: made.cpu)
    return made


def tree(name: str, wall: float, *children: SpanTree, cpu: float = 0.0, calls: int = 1) -> SpanTree:
    return SpanTree(
        name=name, calls=calls, wall_seconds=wall, cpu_seconds=cpu, children=tuple(children)
    )


def test_a_span_entered_many_times_adds_up_and_is_not_overwritten(clock: Clock) -> None:
    """I13: the last of many calls once passed for all of them."""
    spans = Spans()
    for wall in (1.0, 2.0, 4.0):
        with spans("phase"):
            clock.spend(wall, 0.5)
    (phase,) = spans.freeze().children
    assert (phase.calls, phase.wall_seconds, phase.cpu_seconds) == (3, 7.0, 1.5)


def test_one_name_in_two_places_is_two_spans(clock: Clock) -> None:
    spans = Spans()
    with spans("load"), spans("read"):
        clock.spend(1.0)
    with spans("read"):
        clock.spend(2.0)
    assert spans.freeze() == tree(
        "total", 3.0, tree("load", 1.0, tree("read", 1.0)), tree("read", 2.0)
    )


def test_a_span_may_hold_one_of_its_own_name(clock: Clock) -> None:
    spans = Spans()
    with spans("search"):
        clock.spend(1.0)
        with spans("search"):
            clock.spend(2.0)
    assert spans.freeze().children == (tree("search", 3.0, tree("search", 2.0)),)


def test_time_that_no_span_covers_is_unaccounted(clock: Clock) -> None:
    spans = Spans("run")
    clock.spend(1.0, 0.25)
    with spans("part"):
        clock.spend(2.0, 0.5)
    clock.spend(4.0)
    run = spans.freeze()
    assert (run.unaccounted_wall, run.unaccounted_cpu) == (5.0, 0.25)
    assert (run.children[0].unaccounted_wall, run.children[0].unaccounted_cpu) == (0.0, 0.0)


def test_open_spans_are_frozen_as_far_as_they_have_come(clock: Clock) -> None:
    spans = Spans()
    with spans("part"):
        clock.spend(1.0, 0.5)
        assert spans.freeze().children == (tree("part", 1.0, cpu=0.5),)
        clock.spend(1.0)
    clock.spend(1.0)
    assert spans.freeze().children == (tree("part", 2.0, cpu=0.5),)


def test_an_exception_closes_the_spans_it_passes_through(clock: Clock) -> None:
    spans = Spans()

    def fail() -> None:
        with spans("outer"), spans("inner"):
            clock.spend(1.0)
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    with spans("after"):
        clock.spend(2.0)
    outer, after = spans.freeze().children
    assert outer == tree("outer", 1.0, tree("inner", 1.0))
    assert after == tree("after", 2.0)


def test_spans_left_or_entered_out_of_order_are_an_error() -> None:
    spans = Spans()
    outer = spans("outer")
    outer.__enter__()
    inner = spans("inner")
    inner.__enter__()
    with pytest.raises(SpanOrderError, match="'outer' left while 'inner' is open"):
        outer.__exit__(None, None, None)
    with pytest.raises(SpanOrderError, match="'outer' entered from 'inner'"):
        outer.__enter__()
    inner.__exit__(None, None, None)
    with pytest.raises(SpanOrderError, match="'inner' left while 'outer' is open"):
        inner.__exit__(None, None, None)


def test_spans_switched_off_run_the_code_and_measure_nothing() -> None:
    with OFF("outer"), OFF("inner"):
        OFF.attach(tree("worker", 1.0))
    assert OFF.freeze().children == ()
    assert OFF("one") is OFF("other")
    with pytest.raises(KeyError), OFF("span"):
        raise KeyError


def test_the_tree_of_a_worker_comes_under_the_open_span_and_its_cpu_under_all(
    clock: Clock,
) -> None:
    spans = Spans()
    with spans("wait"):
        clock.spend(5.0, 0.5)
        for _ in range(2):
            spans.attach(tree("worker", 4.0, tree("solve", 3.0, cpu=2.0), cpu=3.0))
    total = spans.freeze()
    (wait,) = total.children
    assert (total.cpu_seconds, wait.cpu_seconds) == (6.5, 6.5)
    assert (total.wall_seconds, wait.wall_seconds) == (5.0, 5.0)
    assert wait.children == (
        tree("worker", 8.0, tree("solve", 6.0, cpu=4.0, calls=2), cpu=6.0, calls=2),
    )
    assert lines(total, "cpu")
    with pytest.raises(ValueError, match="overlap"):  # two workers were at it at once
        lines(total, "wall")


def test_cpu_of_work_done_in_the_same_process_is_not_counted_twice(clock: Clock) -> None:
    spans = Spans()
    with spans("serial"):
        inner = Spans("worker")
        clock.spend(2.0, 1.5)
        spans.attach(inner.freeze(), same_process=True)
    assert spans.freeze().children == (tree("serial", 2.0, tree("worker", 2.0, cpu=1.5), cpu=1.5),)


def test_trees_of_workers_add_up_name_by_name() -> None:
    first = tree("work", 3.0, tree("a", 1.0, cpu=1.0), tree("b", 2.0, tree("c", 1.0)), cpu=2.0)
    second = tree("work", 5.0, tree("b", 3.0, tree("d", 1.0), calls=4), cpu=1.0)
    assert merge([first, second]) == tree(
        "work",
        8.0,
        tree("a", 1.0, cpu=1.0),
        tree("b", 5.0, tree("c", 1.0), tree("d", 1.0), calls=5),
        cpu=3.0,
        calls=2,
    )


@pytest.mark.parametrize("trees", [[], [tree("one", 1.0), tree("other", 1.0)]])
def test_only_trees_of_one_name_add_up(trees: list[SpanTree]) -> None:
    with pytest.raises(ValueError, match="only trees of one name"):
        merge(trees)


def nested(depth: int = 3) -> st.SearchStrategy[SpanTree]:
    """Trees whose parts add up to no more than their whole, as clocks give them."""

    @st.composite
    def build(draw: st.DrawFn, name: str = "total", left: int = depth) -> SpanTree:
        names = draw(st.sets(st.sampled_from("abc"), max_size=3 if left else 0))
        children = [draw(build(name=part, left=left - 1)) for part in sorted(names)]
        own = st.sampled_from([0.0, 1e-9, 0.1, 1 / 3, 7.0])
        wall = draw(own) + sum(child.wall_seconds for child in children)
        cpu = draw(own) + sum(child.cpu_seconds for child in children)
        return tree(name, wall, *children, cpu=cpu, calls=draw(st.integers(1, 9)))

    return build()


def every(whole: SpanTree) -> Iterator[SpanTree]:
    yield whole
    for child in whole.children:
        yield from every(child)


@given(whole=nested())
def test_a_tree_survives_json_and_pickle_unchanged(whole: SpanTree) -> None:
    assert SpanTree.from_json(json.loads(json.dumps(whole.to_json()))) == whole
    assert pickle.loads(pickle.dumps(whole)) == whole


@given(first=nested(), second=nested(), third=nested())
def test_the_order_of_workers_changes_no_figure(
    first: SpanTree, second: SpanTree, third: SpanTree
) -> None:
    def figures(whole: SpanTree) -> dict[str, object]:
        parts = {child.name: figures(child) for child in whole.children}
        return parts | {"": (whole.calls, whole.wall_seconds, whole.cpu_seconds)}

    assert figures(merge([first, second, third])) == figures(merge([third, first, second]))


@given(whole=nested())
def test_every_whole_with_parts_has_its_unaccounted_row_and_all_rows_fit(whole: SpanTree) -> None:
    text = lines(whole, "cpu")
    assert all(len(line) <= 80 for line in text)
    wholes = sum(bool(span.children) for span in every(whole))
    assert sum(line.split()[0] == "unaccounted" for line in text) == wholes


def test_the_table_shows_name_seconds_share_of_the_whole_and_calls() -> None:
    inner = tree("inner", 1.0, cpu=0.5, calls=12)
    whole = tree("total", 8.0, tree("outer", 4.0, inner, cpu=2.0), tree("rest", 4.0), cpu=2.0)
    rows = [line.split() for line in lines(whole)]
    assert rows == [
        ["span", "wall", "s", "share", "calls"],
        ["total", "8.0000", "100.0", "%", "1"],
        ["outer", "4.0000", "50.0", "%", "1"],
        ["inner", "1.0000", "12.5", "%", "12"],
        ["unaccounted", "3.0000", "37.5", "%"],
        ["rest", "4.0000", "50.0", "%", "1"],
        ["unaccounted", "0.0000", "0.0", "%"],
    ]
    assert lines(whole, "cpu")[3].split() == ["inner", "0.5000", "25.0", "%", "12"]
    indents = [len(line) - len(line.lstrip()) for line in lines(whole)]
    assert indents == [0, 0, 2, 4, 4, 2, 2]


def test_a_deep_tree_of_long_names_still_fits() -> None:
    whole = tree("name" * 20, 1.0)
    for _ in range(30):
        whole = tree("name" * 20, 123456.0, whole, calls=10**9)
    assert max(map(len, lines(whole))) == 80


def test_parts_larger_than_their_whole_are_refused() -> None:
    """I15: shares above 100 % mean that something was counted twice."""
    parts = tree("outer", 100.0, tree("a", 60.0), tree("b", 40.4))
    assert lines(tree("total", 100.0, parts))
    overlapping = replace(parts, children=(tree("a", 60.0), tree("b", 40.6)))
    with pytest.raises(ValueError, match=r"'outer' take 100.6.* of its 100.0.*wall.*overlap"):
        lines(tree("total", 1000.0, overlapping))


def test_a_tree_of_no_time_at_all_can_be_shown() -> None:
    assert lines(tree("total", 0.0, tree("part", 0.0)))[1].split()[1:4] == ["0.0000", "0.0", "%"]


@pytest.mark.parametrize("name", ["", "unaccounted"])
def test_a_span_cannot_take_the_name_of_the_remainder(name: str) -> None:
    with pytest.raises(ValueError, match="cannot be called"):
        Spans()(name)
    with pytest.raises(ValueError, match="cannot be called"):
        tree(name, 1.0)


def test_a_tree_with_impossible_figures_is_refused() -> None:
    with pytest.raises(ValueError, match="negative"):
        tree("total", float("nan"))
    with pytest.raises(ValueError, match="negative"):
        tree("total", 1.0, cpu=-1.0)
    with pytest.raises(ValueError, match="two parts of one name"):
        tree("total", 1.0, tree("a", 0.1), tree("a", 0.1))


@pytest.mark.parametrize("value", [None, {}, [], {"name": "total", "calls": "1"}])
def test_what_is_not_a_tree_is_refused(value: object) -> None:
    with pytest.raises(ValueError, match="not a span tree"):
        SpanTree.from_json(value)


def test_real_clocks_never_show_parts_above_their_whole() -> None:
    spans = Spans()
    for _ in range(200):
        with spans("outer"), spans("middle"), spans("inner"):
            pass
    for span in every(spans.freeze()):
        assert span.unaccounted_wall >= -1e-9
        assert span.unaccounted_cpu >= -1e-9
