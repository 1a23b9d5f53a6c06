"""two commits with records and profiles -> Flags: what is worth a look, from files alone."""

from collections.abc import Mapping, Sequence

from unladen.judge.flags import Limits, flags_of
from unladen.judge.leaks import heavier_tree, leaks
from unladen.judge.less_work import declared_calls
from unladen.judge.stages import conclude
from unladen.judge.waiting import computes_more, waits_longer
from unladen.model import Kind, Measurement, Verdict
from unladen.model.anatomy import Anatomy
from unladen.model.attribution import Attribution
from unladen.model.flags import Flag, FlagKind
from unladen.store.project import Project

Sides = Mapping[str, tuple[Anatomy, Anatomy]]


def flags_between(
    project: Project,
    measured: Sequence[Mapping[str, Measurement]],
    sides: Sides,
    reasons: Sequence[Attribution],
    trailers: Sequence[tuple[str, str]] = (),
) -> list[Flag]:
    """Of all benchmarks that both have; what is known of their parts is in `sides`, and what their
    authors declared in `trailers`."""
    old, new = measured
    config = project.config
    found: list[Flag] = []
    for reason in reasons:
        if reason.benchmark in sides:
            limits = Limits(
                allow=config.allowance(reason.benchmark),
                allow_memory=config.allow_memory,
                declared=declared_calls(trailers, *sides[reason.benchmark]),
                faster=_faster(project, reason.benchmark, old, new),
            )
            found += flags_of(*sides[reason.benchmark], reason, limits)
    heavy = {flag.benchmark for flag in found if flag.kind is FlagKind.HEAVIER}
    for id in old.keys() & new.keys():
        if new[id].benchmark.kind is Kind.TIME:
            rules = config.rules(id, len(new))
            tree = None if id in heavy else heavier_tree(old[id], new[id], config.allow_memory)
            clocks = [judge(old[id], new[id], rules) for judge in (waits_longer, computes_more)]
            found += [*leaks(old[id], new[id]), *(flag for flag in (tree, *clocks) if flag)]
    told = [flag for flag in found if flag.kind in config.flags]
    return sorted(told, key=lambda flag: -abs(flag.share))


def _faster(
    project: Project, id: str, old: Mapping[str, Measurement], new: Mapping[str, Measurement]
) -> bool:
    if id not in old or id not in new:
        return False
    rules = project.config.rules(id, len(new))
    return conclude(old[id], new[id], rules).verdict is Verdict.FASTER
