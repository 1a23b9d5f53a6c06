"""Decision -> lines for a terminal, a pipe and a log."""

from collections import Counter
from collections.abc import Mapping, Sequence

from unladen.model import Comparison, Decision, Kind, Measurement, Record, Stage, Verdict
from unladen.model.leaks import Left
from unladen.output.choices import at_it, families
from unladen.output.flags import left_behind
from unladen.output.footprints import held
from unladen.output.words import (
    QUIET,
    amount,
    base_lines,
    headline,
    how_sure,
    next_step,
    notes_of,
    one_line,
    percent,
    seconds,
    span,
    witness,
)

NAME = 40
WHY = 240
"""A terminal breaks lines where it has to; what is cut off nobody can read anywhere."""
MANY = 8
LONGEST_WAIT = 3600
ITEMS = 5
LONGEST = 80


def decision_lines(decision: Decision, worst_first: Sequence[Comparison], all_: bool) -> list[str]:
    """What, how sure, where, what next; benchmarks that are the same only if asked for."""
    lines = [
        f"base {decision.base.short}  {one_line(decision.base.subject, 100)}",
        f"head {decision.head.short}  {one_line(decision.head.subject, 100)}",
        *base_lines(decision.base, decision.asked_base),
        "",
    ]
    told = [c for c in worst_first if all_ or c.verdict not in QUIET or len(worst_first) <= 8]
    open_ones = [c for c in told if c.verdict is Verdict.UNDECIDED]
    for comparison in told:
        if comparison.verdict is not Verdict.UNDECIDED:
            lines += comparison_lines(comparison, decision.root)
    lines += undecided_lines(open_ones, all_)
    hidden = len(worst_first) - len(told)
    if hidden:
        lines.append(f"{hidden} the same (--all shows them)")
    lines += [f"note  {one_line(note, WHY)}" for note in notes_of(decision)]
    environment = one_line(decision.environment, 100)
    lines += [
        "",
        headline(decision),
        f"  {seconds(decision.seconds)} on {one_line(decision.machine.name, 40)}, {environment}",
    ]
    step = next_step(decision)
    return [*lines, f"  next  {step}"] if step else lines


def undecided_lines(comparisons: Sequence[Comparison], all_: bool) -> list[str]:
    """One line each; many with one reason share a line."""
    lines = []
    reasons = Counter(c.reason for c in comparisons)
    for reason, count in reasons.items():
        ones = [c for c in comparisons if c.reason == reason]
        if count > MANY and not all_:
            names = f"{count} benchmarks, as {tail(ones[0].benchmark.id, NAME)}"
            lines.append(f"{'UNDECIDED':<13} {names}")
            lines.append(f"  why   {one_line(reason, WHY)} (--all lists them)")
            continue
        for each in ones:
            figure = f"{percent(each.change.estimate)} {span(each.change)}" if each.change else ""
            lines.append(
                f"{'UNDECIDED':<13} {tail(each.benchmark.id, NAME):<{NAME}} {figure}".rstrip()
            )
            lines += _what_was_seen(each)
        lines.append(f"  why   {one_line(reason, WHY)}")
    notes = dict.fromkeys(note for each in comparisons for note in each.notes)
    lines += [f"  note  {one_line(note, WHY)}" for note in notes]
    needed = sum(c.seconds_needed or 0.0 for c in comparisons)
    if 1 <= needed <= LONGEST_WAIT:
        lines.append(
            f"  about {needed:.0f} s more would decide {'it' if len(comparisons) == 1 else 'them'}"
        )
    return lines


def _what_was_seen(comparison: Comparison) -> list[str]:
    """What was measured, and what that could have told: a small figure is no small change."""
    old, new = comparison.base, comparison.head
    if not old or not new or comparison.benchmark.kind is not Kind.TIME:
        return []
    told = f"  {amount(old, comparison)} -> {amount(new, comparison)}, {how_sure(comparison)}"
    if comparison.smallest is None:
        return [f"{told}: {percent(new / old - 1)}, and nothing says how sure"]
    return [f"{told}: {percent(comparison.smallest).lstrip('+')} slower could have been told"]


LEAST_PARAMETERS = 8


def tail(name: str, width: int) -> str:
    """The end of a long name tells more than its beginning; of a test's, the test and the end of
    its parameters."""
    plain = one_line(name, 10_000)
    if len(plain) <= width:
        return plain
    where, _, parameters = plain.partition("[")
    test = where.rpartition("::")[2]
    room = width - len(test) - 2
    if "::" in where and parameters and room >= LEAST_PARAMETERS:
        short = parameters if len(parameters) < room else f"…{parameters[-room:]}"
        return f"{test}[{short}"
    return f"…{plain[1 - width :]}"


def comparison_lines(comparison: Comparison, root: str = "") -> list[str]:
    name = one_line(comparison.benchmark.id, NAME)
    word = comparison.verdict.value
    if comparison.verdict is Verdict.WITHIN:
        word = "within"
    change = comparison.change
    figure = percent(change.estimate) if change else ""
    lines = [f"{word.upper():<13} {name:<{NAME}} {figure:>9} {span(change)}".rstrip()]
    if len(comparison.benchmark.id) > NAME:
        lines = [f"{word.upper():<13} {one_line(comparison.benchmark.id, LONGEST)}"]
        lines += [f"{'':<13} {'':<{NAME}} {figure:>9} {span(change)}".rstrip()] if change else []
    if comparison.base is not None:
        times = f"{amount(comparison.base, comparison)} -> {amount(comparison.head, comparison)}"
        lines.append(f"  {times}, {how_sure(comparison)}, allowed {100 * comparison.allow:g} %")
    if comparison.instructions and comparison.stage is not Stage.INSTRUCTIONS:
        lines.append(f"  count {witness(comparison)} (they see no cache and no waiting)")
    if comparison.reason:
        lines.append(f"  why   {one_line(comparison.reason, WHY)}")
    lines += [f"  because {one_line(each, WHY)}" for each in comparison.because]
    if comparison.answers_changed:
        more = len(comparison.answers_changed) - ITEMS
        shown = " ".join(comparison.answers_changed[:ITEMS])
        lines.append(f"  items {one_line(shown, 60)}{f' and {more} more' if more > 0 else ''}")
    where = comparison.benchmark
    if where.file and comparison.verdict not in QUIET:
        file = where.file.removeprefix(root).lstrip("/")
        lines.append(f"  where {one_line(file, 60)}:{where.line}")
    lines += [f"  note  {one_line(note, WHY)}" for note in comparison.notes]
    return [line for line in lines if line]


def record_lines(record: Record, left: Mapping[str, Sequence[Left]] | None = None) -> list[str]:
    """`left` is what calls of its benchmarks leave behind."""
    packages = len(record.environment.packages)
    lines = [
        f"commit {record.commit.short}  {one_line(record.commit.subject, 100)}",
        f"  on {one_line(record.machine.name, 30)} ({record.machine.cores} cores), Python "
        f"{record.environment.python}, {packages} packages, load {record.load:.1f}",
    ]
    if record.failed:
        lines.append(f"  FAILED  {one_line(record.failed, 300)}")
        lines.append(f"  next  unladen run {record.commit.short}   (tries it again)")
    for source in record.imported:
        lacks = ", ".join(source.lacks)
        lines.append(
            f"  imported from {one_line(source.tool, 40)}, {one_line(source.file, 60)} "
            f"(sha256 {source.digest[:12]}); it does not tell {one_line(lacks, 120)}"
        )
    for id, measurement in sorted(record.measurements.items()):
        told = measurement.outcome.value
        if measurement.runs:
            told = _of_processes(measurement)
        elif measurement.values:
            told = f"{measurement.values[0]:.6g} {one_line(measurement.benchmark.unit, 12)}"
        if measurement.answers:
            told += f", {len(measurement.answers)} answers"
        if measurement.doubt:
            told += f", taken to be within {100 * measurement.doubt:g} %"
        lines.append(f"  {one_line(id, 48):<48} {told}")
        lines += [f"    {held(measurement)}"] if held(measurement) else []
        lines += [f"    leak  {left_behind(each)}" for each in (left or {}).get(id, ())]
    lines += families(record.measurements)
    if record.earlier:
        what = "of another build, another version of the benchmark or under other variables"
        lines.append(f"  beside these {len(record.earlier)} {what}: kept, and not mixed with them")
    return lines


def _of_processes(measurement: Measurement) -> str:
    """Wall and CPU time beside each other, as far apart as they were."""
    walls, cpus = (
        sorted(sorted(each)[len(each) // 2] for each in clock)
        for clock in zip(*((run.wall, run.cpu) for run in measurement.runs), strict=True)
    )
    many = f"{len(walls)} process{'es' if len(walls) != 1 else ''}"
    computed = f", CPU {_spread(cpus)}{at_it(measurement)}" if cpus[-1] else ""
    told = f"{_spread(walls)}{computed}, {many}"
    colds = sorted(run.cold for run in measurement.runs if run.cold)
    if colds:
        told += f", first call {_spread(colds)}"
    ways = dict.fromkeys(f"{n} {v}" for run in measurement.runs for n, v in run.mode.items())
    under = [f"{name}={value}" for name, value in sorted(measurement.variables.items())]
    return "; ".join([told, *(one_line(each, 80) for each in (*ways, *under))])


def _spread(ranked: Sequence[float]) -> str:
    """The middle one of several, and from where to where they go."""
    middle = seconds(ranked[len(ranked) // 2])
    ends = f"{seconds(ranked[0])} to {seconds(ranked[-1])}"
    return middle if ranked[0] == ranked[-1] else f"{middle} ({ends})"


def records_lines(records: Sequence[Record]) -> list[str]:
    if not records:
        return ["nothing is recorded yet", "  next  unladen gate HEAD~1 HEAD"]
    return [
        f"{record.commit.short}  {_how_many(record)}  "
        f"{_where(record)}{one_line(record.commit.subject, 72)}"
        for record in records
    ]


def _how_many(record: Record) -> str:
    count = f"{len(record.measurements):>4} benchmarks"
    return f"{'FAILED':<{len(count)}}" if record.failed else count


def _where(record: Record) -> str:
    """Of what another tool measured."""
    if not record.imported:
        return ""
    where = f"{record.environment.name} on {record.machine.name}"
    return f"{one_line(where, 50)}  "
