"""two Records -> the comparisons of their benchmarks; never across machines or environments."""

from collections.abc import Callable, Sequence

from unladen.errors import NotComparable
from unladen.judge.selection import selected
from unladen.judge.stages import conclude
from unladen.model import Comparison, Record, Rules


def compare_records(
    old: Record, new: Record, rules: Callable[[str, int], Rules], patterns: Sequence[str]
) -> tuple[Comparison, ...]:
    check_comparable(old, new)
    everything = {m.benchmark.id: m.benchmark for r in (old, new) for m in r.measurements.values()}
    benchmarks = selected(everything, patterns)
    return tuple(
        conclude(old.of(each), new.of(each), rules(id, len(benchmarks)))
        for id, each in benchmarks.items()
    )


def check_comparable(old: Record, new: Record) -> None:
    """Two machines are two, whatever they are made of (I49)."""
    if old.machine != new.machine:
        told = (
            f"{old.commit.short} was measured {_machine(old)}; {new.commit.short} {_machine(new)}"
        )
        what = f"two machines are never compared: {told}"
        raise NotComparable(what, f"unladen gate {old.commit.short} {new.commit.short}")
    if old.environment.name != new.environment.name:
        what = f"environments differ: {old.environment.name}, {new.environment.name}"
        raise NotComparable(what, "--environment NAME chooses one")


def _machine(record: Record) -> str:
    """A name may be given to any machine, as runners of CI are."""
    of = record.machine
    told = f"on {of.name}: {of.cpu}, {of.cores} cores, {of.memory_mb} MB, {of.system}"
    return "".join(c if c.isprintable() else " " for c in told)[:120]
