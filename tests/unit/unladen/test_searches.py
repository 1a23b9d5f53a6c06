"""Bisection and ablation with exact numbers in place of processes."""

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.unladen.values import timed
from unladen.config import Config
from unladen.errors import BuildFailed, DidNotRun, Exit
from unladen.judge.ablation import changed_by, together
from unladen.model import Commit, Interval, Outcome
from unladen.model.searches import Ablated, Search, Together
from unladen.output import ablate as ablate_words
from unladen.output import find as find_words
from unladen.verbs.ablate import ablated
from unladen.verbs.find import _check_both_ran, searched


def commit(number: int) -> Commit:
    return Commit(hash=f"{number:040x}", tree="t", subject=f"number {number}", seconds=number)


def around(change: float, half: float = 0.002) -> Interval:
    return Interval(estimate=change, low=change - half, high=change + half)


class Levels:
    """What pairs of processes would say of each commit, if they were exact."""

    def __init__(self, levels: Sequence[float], *, broken: Sequence[int] = (), half: float = 0.002):
        self.levels, self.broken, self.half = levels, broken, half
        self.asked: list[int] = []

    def __call__(self, good: Commit, other: Commit, _: float) -> tuple[Interval | None, str]:
        self.asked.append(other.seconds)
        if other.seconds in self.broken:
            raise BuildFailed(other.short, "no compiler")
        change = self.levels[other.seconds] / self.levels[good.seconds] - 1
        return around(change, self.half), "suite.time_it"


def found(levels: Levels) -> Search:
    commits = [commit(number) for number in range(len(levels.levels))]
    return list(searched(commits, levels))[-1]


@given(st.integers(2, 200), st.data(), st.sampled_from([0.7, 1.02, 1.5]))
def test_the_commit_that_made_the_step_is_found_in_few_questions(
    count: int, data: st.DataObject, factor: float
) -> None:
    place = data.draw(st.integers(1, count - 1))
    levels = Levels([1.0] * place + [factor] * (count - place))
    search = found(levels)
    assert [each.seconds for each in search.suspects] == [place]
    assert search.found
    assert len(levels.asked) <= math.ceil(math.log2(count)) + 2
    assert search.confidence == pytest.approx(0.99 ** len(levels.asked))


def test_commits_that_do_not_build_are_left_among_the_suspects() -> None:
    search = found(Levels([1.0, 1.0, 1.0, 1.5, 1.5], broken=[2]))
    assert [each.seconds for each in search.suspects] == [2, 3]
    assert not search.found
    assert any("no compiler" in answer or "does not build" in answer for answer in search.answers)


def test_where_good_and_bad_do_not_differ_nothing_else_is_asked() -> None:
    levels = Levels([1.0, 1.2, 1.2, 1.0])
    search = found(levels)
    assert not search.differs
    assert levels.asked == [3]
    assert find_words.lines(search)[0].startswith("NO STEP")


def test_what_noise_hides_leaves_several_and_is_said() -> None:
    search = found(Levels([1.0, 1.0, 1.05, 1.1, 1.1], half=0.045))
    assert len(search.suspects) > 1
    assert any("cannot be told apart" in answer for answer in search.answers)
    assert "cannot be told apart" in "\n".join(find_words.lines(search))


def test_a_search_is_the_same_in_json() -> None:
    told = find_words.as_json(found(Levels([1.0, 1.0, 1.5])))
    assert (told["found"], told["suspects"]) == (True, [commit(2).hash])
    assert told["change"]["estimate"] == pytest.approx(0.5)


class Patches:
    """Commits that are made of others: by name, and what cannot be made."""

    def __init__(self, refused: Sequence[int] = ()) -> None:
        self.refused = refused

    def picked(self, onto: Commit, commit: Commit) -> tuple[Commit | None, str]:
        return self._made(onto, commit, 100)

    def reverted(self, on: Commit, commit: Commit) -> tuple[Commit | None, str]:
        return self._made(on, commit, 200)

    def _made(self, onto: Commit, one: Commit, offset: int) -> tuple[Commit | None, str]:
        if one.seconds in self.refused:
            return None, f"does not apply alone on {onto.short}"
        return commit(offset + one.seconds), ""


FACTORS = {1: 1.2, 2: 0.5, 3: 1.0}
"""What each commit does to the time; together they do more than that."""


def changes(base: Commit, head: Commit) -> Mapping[str, Interval | None]:
    def level(one: Commit) -> float:
        kind, number = divmod(one.seconds, 100)
        if kind == 1:
            return FACTORS[number]
        whole = math.prod(FACTORS.values()) * 1.1
        return whole / FACTORS[number] if kind == 2 else (whole if number == 3 else 1.0)

    return {"suite.time_it": around(level(head) / level(base) - 1)}


def each(refused: Sequence[int] = ()) -> list[Ablated | Together]:
    commits = [commit(number) for number in range(4)]
    return list(ablated(commits, Patches(refused), changes, lambda _: None))


def test_each_commit_is_told_alone_and_left_out_and_all_of_them_together() -> None:
    *ones, whole = each()
    alone = [one.alone.estimate for one in ones if isinstance(one, Ablated) and one.alone]
    without = [one.without.estimate for one in ones if isinstance(one, Ablated) and one.without]
    assert alone == pytest.approx([0.2, -0.5, 0.0])
    assert without == pytest.approx([0.2, -0.5, 0.0])
    assert isinstance(whole, Together)
    assert whole.change is not None
    assert whole.change.estimate == pytest.approx(0.66 - 1)
    assert whole.alone is not None
    assert whole.alone.estimate == pytest.approx(0.6 - 1)
    assert whole.interacts
    assert "they interact" in "\n".join(ablate_words.whole_lines(whole))


def test_a_commit_that_does_not_apply_alone_is_not_measured_and_says_why() -> None:
    first, *_, whole = each(refused=[1])
    assert isinstance(first, Ablated)
    assert (first.alone, first.without) == (None, None)
    assert "does not apply" in first.why
    assert isinstance(whole, Together)
    assert whole.alone is None
    told = ablate_words.as_json([first], [whole])
    assert told["commits"][0]["commit"] == commit(1).hash


def test_what_runs_none_of_a_commit_is_not_changed_by_it() -> None:
    """I57: of four changes two did nothing, and each was given a share."""
    base, head = timed([1.3] * 12)
    rules = Config().rules(base.benchmark.id, 1)
    reached, unreached = (
        [replace(side, reach={"builds": how}) for side in (base, head)] for how in ("calls it", "")
    )
    measured = changed_by(reached[0], reached[1], rules)
    assert measured is not None
    assert measured.estimate == pytest.approx(0.3)
    assert changed_by(unreached[0], unreached[1], rules) == around(0.0, 0.0)


@given(st.lists(st.floats(-0.5, 2.0), min_size=1, max_size=6))
def test_changes_multiply_whatever_their_order(sizes: list[float]) -> None:
    product = math.prod(1 + size for size in sizes) - 1
    for order in itertools.islice(itertools.permutations(sizes), 4):
        whole = together([around(size) for size in order])
        assert whole is not None
        assert whole.estimate == pytest.approx(product)
        assert whole.low < whole.estimate < whole.high


def test_of_parts_that_are_not_all_known_nothing_is_added_up() -> None:
    assert together([around(0.1), None]) is None
    assert together([]) is None


def test_a_benchmark_that_raises_is_not_told_to_be_no_different() -> None:
    """`find base crash` said that there is no difference."""
    base, head = timed([1.0])
    broken = replace(head, outcome=Outcome.EXCEPTION, detail="ValueError: broken")
    pair = commit(1), commit(2)
    _check_both_ran(pair, (base, head))
    with pytest.raises(DidNotRun, match="ValueError: broken") as caught:
        _check_both_ran(pair, (base, broken))
    assert "unladen gate" in caught.value.fix
    assert caught.value.exit is Exit.UNDECIDED
