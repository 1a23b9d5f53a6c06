"""Tasks go to a scheduler a window at a time, and what others need is held until they have it."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from unladen.fleet.arranging import Arrangement, arranged, built_there, done_there
from unladen.model.units import Unit
from unladen.tools.handing_out import Handed, Work


class Future:
    def __init__(self, key: str) -> None:
        self.key = key

    def add_done_callback(self, _: Callable[..., object]) -> None:
        """Nobody is told: the test says who ended."""


class Client:
    """Keeps what it was given."""

    def __init__(self) -> None:
        self.given: list[tuple[Any, ...]] = []
        self.resources: list[dict[str, float]] = []

    def submit(self, _: Callable[..., object], number: int, *words: object, **more: Any) -> Future:
        self.given.append((number, *words))
        self.resources.append(more["resources"])
        return Future(more["key"])


def work(after: tuple[int, ...] = (), alone: bool = True) -> Work:
    return Work(do=done_there, words=lambda: ("w",), after=after, alone=alone)


def test_words_are_asked_for_when_a_task_is_handed_out_and_not_before() -> None:
    asked: list[int] = []

    def words(number: int) -> Callable[[], tuple[int]]:
        return lambda: (asked.append(number) or number,)  # type: ignore[func-returns-value]

    works = [Work(do=done_there, words=words(number)) for number in range(9)]
    handed = Handed(Client(), works, ())
    for _ in range(3):
        assert handed.next()
    assert asked == [0, 1, 2]


def test_what_was_built_is_held_until_the_last_that_needs_it_has_been_handed_out() -> None:
    client = Client()
    works = [work(alone=False), work(after=(0,)), work(), work(after=(0,))]
    handed = Handed(client, works, ())
    assert handed.next()
    build = handed.waiting[0]
    handed.taken(build)
    handed.let_go(0)
    assert handed.next()
    assert handed.next()
    assert 0 in handed._held  # the fourth still needs it
    assert handed.next()
    assert client.given[1][2] is client.given[3][2] is build
    assert 0 not in handed._held
    assert not handed.next()


def test_only_what_measures_takes_what_a_machine_has_once() -> None:
    client = Client()
    handed = Handed(client, [work(alone=False), work()], ("ryzen",))
    while handed.next():
        pass
    assert client.resources == [{"ryzen": 1e-6}, {"bench": 1.0, "ryzen": 1e-6}]


def build_of(name: str) -> Unit:
    return Unit(words=("build", name), label=name, builds=True)


def pair(*names: str) -> Unit:
    needs = tuple(build_of(name) for name in names)
    return Unit(words=("run", *names), label=" ".join(names), commits=names, needs=needs)


def test_each_commit_is_built_once_for_all_that_measure_it() -> None:
    known = {"a": b"1", "b": b"2", "c": b"3"}
    there = Arrangement(
        parcel=SimpleNamespace(),
        known=lambda commits: {name: known[name] for name in commits},
        several=True,
    )
    works, owners = arranged({4: pair("a", "b"), 7: pair("b", "c")}, there)
    assert [each.do for each in works] == [built_there] * 2 + [done_there, built_there, done_there]
    assert owners == {2: 4, 4: 7}
    assert works[2].after == (0, 1)
    assert works[4].after == (1, 3)
    _, sent = works[4].words()
    assert sent.files == {"b": b"2", "c": b"3"}
    assert sent.needs == ()


def test_a_worker_that_has_no_company_builds_what_it_measures() -> None:
    there = Arrangement(parcel=None, known=lambda _: {})
    works, owners = arranged({0: pair("a", "b")}, there)
    assert [each.do for each in works] == [done_there]
    assert owners == {0: 0}
