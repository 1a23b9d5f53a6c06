"""A benchmark that cannot be looked at is failed by name, and no other one is."""

from pathlib import Path

from tests.unit.unladen.test_worker import worker_of
from unladen.measure.gathering import Gathering
from unladen.measure.lockstep import Lockstep
from unladen.measure.replies import Suite
from unladen.measure.suite import all_of, suite_of
from unladen.model import Kind, Outcome

ODD = '''
import re

class Raises:
    def __repr__(self):
        raise RuntimeError("no text of this")

class NoText:
    def __repr__(self):
        return 5

class Long:
    def __repr__(self):
        return "x" * 10_000_000

class Half:
    def __repr__(self):
        return chr(0xDC80)

class Exits:
    def __repr__(self):
        raise SystemExit(3)

class Raw:
    def __str__(self):
        raise ValueError("no version")

def of(name, value):
    def time_odd(*_):
        pass
    setattr(time_odd, name, value)
    return time_odd

time_raises, time_no_text = of("params", [Raises()]), of("params", [NoText()])
time_long, time_exits = of("params", [Long()]), of("params", [Exits()])
time_five, time_number = of("params", 5), of("number", "y")
time_timeout, time_version = of("timeout", "soon"), of("version", Raw())
time_half, time_address = of("params", [Half()]), of("version", object())
time_nan, time_keys = of("timeout", float("nan")), of("extra", {(1, 2): object})
for name, each in list(globals().items()):
    if name.startswith("time_"):
        each.__name__ = name

def time_fine():
    pass

class OfAClass:
    """That is made, and asked for what asv asks for."""

    def __init__(self):
        raise LookupError("no data")

    def track_it(self):
        return 1

class OfAProperty:
    @property
    def timeout(self):
        raise OSError("not now")

    def time_it(self):
        pass

class Proxy:
    @property
    def __class__(self):
        raise RuntimeError("working outside of a context")
'''
FAILED = {
    "hostile.time_raises": "no text of this",
    "hostile.time_no_text": "returned non-string",
    "hostile.time_long": "characters",
    "hostile.time_exits": "SystemExit",
    "hostile.time_five": "not iterable",
    "hostile.time_number": "invalid literal",
    "hostile.time_timeout": "timeout",
    "hostile.time_version": "no version",
    "hostile.OfAClass.track_it": "no data",
    "hostile.OfAProperty.time_it": "not now",
}


def discovered(folder: Path, source: str) -> Suite:
    folder.mkdir(exist_ok=True)
    with worker_of(folder, source) as (worker, _):
        worker.greet(30)
        return suite_of(worker)


def test_each_odd_benchmark_fails_by_name_and_the_others_go_on(tmp_path: Path) -> None:
    found = discovered(tmp_path, ODD)
    for name, why in FAILED.items():
        assert why in found.failed[name], name
    assert set(found.failed) == set(FAILED)
    names = {each.name.removeprefix("hostile.time_") for each in found.benchmarks.values()}
    assert names == {"fine", "half", "address", "nan", "keys"}
    for benchmark in found.benchmarks.values():  # what is written to files
        assert f"{benchmark}{found.raw}".encode()
    versions = {each.version for each in found.benchmarks.values() if "address" in each.name}
    assert versions == {"<object object>"}, "the same in each process"


def test_a_module_that_cannot_be_searched_costs_only_itself(tmp_path: Path) -> None:
    found = discovered(tmp_path, f"{ODD}\nproxy = Proxy()\n\ndef time_behind():\n    pass\n")
    assert any("outside of a context" in problem for problem in found.problems)
    assert "hostile.time_fine" in found.benchmarks


def test_it_is_failed_on_the_side_where_it_is_so(tmp_path: Path) -> None:
    good = "def time_it():\n    pass\n\ntime_it.params = [1, 2]\n"
    bad = f"{good}time_it.number = 'y'\n"
    base, head = discovered(tmp_path / "base", good), discovered(tmp_path / "head", bad)
    assert list(base.benchmarks) == ["hostile.time_it(1)", "hostile.time_it(2)"]
    every = all_of([base, head])
    assert list(every) == list(base.benchmarks)

    class Nothing:
        sides = [type("Side", (), {"variables": {}, "wheel": None})] * 2

    gathering = Gathering(cast_lockstep(Nothing()), every)
    gathering.begin([base, head], [{}, {}])
    for id in every:
        assert gathering.sides[0][id].outcome is Outcome.OK
        assert gathering.sides[1][id].outcome is Outcome.EXCEPTION
        assert "invalid literal" in gathering.sides[1][id].detail


def test_what_fails_on_both_sides_has_a_name_and_a_kind(tmp_path: Path) -> None:
    bad = "def track_it():\n    pass\n\ntrack_it.params = 5\n"
    found = discovered(tmp_path, bad)
    (one,) = all_of([found, found]).values()
    assert (one.id, one.kind) == ("hostile.track_it", Kind.TRACK)


def cast_lockstep(value: object) -> Lockstep:
    return value  # type: ignore[return-value]
