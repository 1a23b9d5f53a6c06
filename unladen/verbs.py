"""one function a verb: arguments -> lines to print; sets the exit code beside them."""

import argparse
import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path

from unladen import pipeline
from unladen.bench import Wanted
from unladen.config import load
from unladen.errors import ConfigError, ToolError
from unladen.judge.decide import exit_code, worst_exit, worst_first
from unladen.model import Decision, Measurement, Outcome
from unladen.publish import post, text
from unladen.publish.words import one_line, percent
from unladen.tools import files
from unladen.world import Progress, World


def open_world(arguments: argparse.Namespace) -> World:
    folder = Path.cwd()
    config = load(folder)
    changes: dict[str, object] = {}
    for name in ("allow", "environment", "machine"):
        given = getattr(arguments, name, None)
        if given is not None:
            changes[name] = given
    if "allow" in changes:
        changes["allow_of"] = {}
    config = replace(config, **changes)  # type: ignore[arg-type]
    return World(folder, config, Progress(quiet=arguments.quiet))


def wanted(arguments: argparse.Namespace) -> Wanted:
    return Wanted(
        patterns=arguments.bench,
        budget=arguments.budget,
        seed=arguments.seed,
        pairs=arguments.pairs,
        ignore_dirty=arguments.ignore_dirty,
        witness=getattr(arguments, "witness", "never"),
        measure_identical=getattr(arguments, "measure_identical", False),
    )


def gate(arguments: argparse.Namespace) -> Iterator[str]:
    """One environment; or with `-E all` each of asv's, one after the other."""
    from unladen import explain

    world = open_world(arguments)
    asked = wanted(arguments)
    decisions = [
        explain.gate(each, arguments.base, arguments.head, asked, not arguments.no_why)
        for each in world.in_each_environment()
    ]
    return told(arguments, world, decisions)


def compare(arguments: argparse.Namespace) -> Iterator[str]:
    world = open_world(arguments)
    decision = pipeline.compare_records(world, arguments.base, arguments.head, arguments.bench)
    return told(arguments, world, [decision])


def told(
    arguments: argparse.Namespace, world: World, decisions: Sequence[Decision]
) -> Iterator[str]:
    arguments.exit_code = worst_exit([exit_code(decision) for decision in decisions])
    ranked = [worst_first(decision) for decision in decisions]
    as_json = _as_json(decisions)
    outputs: dict[str | None, Callable[[], str]] = {
        arguments.markdown: lambda: "\n".join(map(post.markdown, decisions, ranked)),
        arguments.junit: lambda: post.junit(decisions),
        arguments.json_file: lambda: as_json + "\n",
    }
    for path, make in outputs.items():
        if path:
            _write(Path(path), make())
    if arguments.json:
        yield as_json
    else:
        for decision, comparisons in zip(decisions, ranked, strict=True):
            yield from text.decision_lines(decision, comparisons, arguments.all)
    if arguments.github:
        for decision in decisions:
            yield from post.annotations(decision, world.git.top())
    yield from _set_aside(world)


def _as_json(decisions: Sequence[Decision]) -> str:
    """A decision, as schema/decision.json says; of several environments a list of them."""
    told = [post.decision_json(decision, exit_code(decision)) for decision in decisions]
    return json.dumps(told[0] if len(told) == 1 else told)


def _write(path: Path, content: str) -> None:
    try:
        files.replace(path, content)
    except OSError as error:
        raise ToolError(f"{path}: {error.strerror}", "a file in a folder of yours") from error


def _set_aside(world: World) -> Iterator[str]:
    for path in world.records.set_aside:
        yield f"set aside {path}: it could not be read"


def explain(arguments: argparse.Namespace) -> Iterator[str]:
    from unladen.explain import Depth, explain
    from unladen.publish import why

    world = open_world(arguments)
    depth = Depth(precision=arguments.precision, exact=not arguments.no_exact)
    found = explain(world, arguments.base, arguments.head, wanted(arguments), depth)
    if arguments.json:
        yield json.dumps([why.as_json(each.attribution, each.answers) for each in found])
        return
    for each in found:
        yield from text.comparison_lines(each.comparison, str(world.folder))
        yield from why.answer_lines(each.answers)
        yield from why.lines(each.attribution, arguments.all)
        yield from why.family(each.family)
        yield from why.unseen(each.sides)
        yield from why.splits(each.sides)
        yield from why.memory(each.sides)
        yield from why.overheads(each.sides)
        yield ""


def claims(arguments: argparse.Namespace) -> Iterator[str]:
    from unladen import promises
    from unladen.publish import verdicts

    if arguments.message:
        found = promises.check_message(Path(arguments.message))
        yield from (f"claim: {one_line(claim.text, 100)}" for claim in found)
        return
    told = []
    for promise in promises.promises(open_world(arguments), arguments.range, wanted(arguments)):
        told.append(promise)
        if not arguments.json:
            yield from verdicts.promise_lines(promise.commit, promise.phase, promise.judged)
            if promise.why:
                yield f"  UNPROVEN  {one_line(promise.why, 100)}"
    if arguments.json:
        yield json.dumps([verdicts.promise_json(p.commit, p.phase, p.judged) for p in told])
    elif not told:
        yield "no commit of this range claims anything (Expect: ... in its last paragraph)"
    arguments.exit_code = 1 if promises.broken(told) else 3 if promises.unproven(told) else 0


def history(arguments: argparse.Namespace) -> Iterator[str]:
    from unladen.history import opened
    from unladen.publish import over_time

    world = open_world(arguments)
    machine = None if arguments.all_machines else arguments.machine or world.machine.name
    found = opened(world, wanted(arguments), machine)
    if arguments.json:
        series = [over_time.series_json(each) for each in found.series(whole=True)]
        events = [over_time.event_json(event) for event in found.ranked()]
        yield json.dumps({"schema": 2, "series": series, "events": events})
        return
    standing = [over_time.now(each) for each in found.series()]
    yield from over_time.lines(standing, found.ranked(), arguments.all)
    for path, reason in found.ledger.left_out:
        yield f"left out   {one_line(path, 100)}: {one_line(reason, 100)}"
    if found.ledger.elsewhere:
        yield f"{found.ledger.elsewhere} commits with results are not on {world.branch()}"
    if not standing:
        yield "  next  unladen run HEAD~5..HEAD, or asv run: there is nothing to follow yet"


def publish(arguments: argparse.Namespace) -> Iterator[str]:
    from unladen import site
    from unladen.publish import over_time

    world = open_world(arguments)
    began = time.monotonic()
    folder = Path(arguments.output or world.config.site)
    found = site.publish(world, folder, cached=not arguments.fresh)
    took = time.monotonic() - began
    events = [over_time.event_json(event) for event in found.events]
    page = found.folder / "index.html"
    if arguments.json:
        yield json.dumps({"page": str(page), "files": found.files, "events": events})
    else:
        sizes = found.sizes
        yield f"{sizes.benchmarks} benchmarks, {sizes.series} series, {sizes.commits} commits"
        yield from over_time.summary(found.events)
        for path, reason in found.left_out:
            yield f"left out   {one_line(path, 100)}: {one_line(reason, 100)}"
        yield (
            f"{page}: {found.files} files, {found.bytes / 1e6:.1f} MB, "
            f"{found.written} written in {took:.1f} s"
        )
    if arguments.serve:
        from unladen.tools.serve import serve

        yield from serve(found.folder, arguments.serve)
    elif not arguments.json:
        yield "  next  unladen publish --serve, or open the page itself"


def accept(arguments: argparse.Namespace) -> Iterator[str]:
    from unladen import accepted

    world = open_world(arguments)
    if arguments.json or not arguments.commit:
        found = accepted.load(world.folder)
        if arguments.json:
            yield json.dumps([asdict(each) | {"expires": str(each.expires)} for each in found])
            return
        for each in found:
            yield f"{each.commit[:8]}  {one_line(each.benchmark, 40)}  up to {percent(each.upto)}"
            yield f"  {one_line(each.told, 100)}"
        if not found:
            yield f"nothing is accepted ({accepted.FILE})"
        return
    for name in ("bench", "reason", "upto"):
        if not getattr(arguments, name):
            raise ConfigError(f"unladen accept needs --{name}", "unladen accept --help")
    commit = world.git.commit(arguments.commit)
    for pattern in arguments.bench:
        entry = accepted.Accepted(
            commit=commit.hash,
            benchmark=pattern,
            upto=arguments.upto,
            author=arguments.author or world.git.user(),
            reason=arguments.reason,
            expires=arguments.expires,
        )
        path = accepted.add(world.folder, entry)
    yield f"accepted {commit.short} {one_line(commit.subject, 50)}, until {entry.expires}"
    yield f"  next  git add {path.name} && git commit: it counts for gate, history and publish"


def find(arguments: argparse.Namespace) -> Iterator[str]:
    from unladen.find import find
    from unladen.publish import verdicts

    world = open_world(arguments)
    search = None
    for search in find(world, arguments.good, arguments.bad, wanted(arguments)):
        world.progress.step(f"suspects   {len(search.suspects)}")
    assert search is not None
    arguments.exit_code = 0 if search.differs and len(search.suspects) == 1 else 3
    if not search.differs:
        yield verdicts.no_step(search.benchmark, search.good, search.bad, search.whole)
        return
    yield from verdicts.search_lines(
        search.benchmark, search.suspects, search.whole, search.confidence, search.told
    )


def ablate(arguments: argparse.Namespace) -> Iterator[str]:
    from unladen.ablate import Row, ablate
    from unladen.publish import verdicts

    for each in ablate(open_world(arguments), arguments.range, wanted(arguments)):
        if isinstance(each, Row):
            yield verdicts.ablation_line(each.benchmark, each.commit, each.alone, each.without)
            if each.why:
                yield f"  why   {one_line(each.why, 72)}"
        else:
            yield from verdicts.whole_lines(each.benchmark, each.change, each.alone, each.interacts)


def run(arguments: argparse.Namespace) -> Iterator[str]:
    world = open_world(arguments)
    commits = pipeline.run(world, arguments.range, wanted(arguments))
    if arguments.json:
        yield json.dumps({"measured": [commit.hash for commit in commits]})
        return
    yield f"measured {len(commits)} commits; records: {world.records.folder}"
    if len(commits) > 1:
        yield f"  next  unladen compare {commits[-2].short} {commits[-1].short}"
    yield f"  next  unladen show {commits[-1].short}"


def show(arguments: argparse.Namespace) -> Iterator[str]:
    world = open_world(arguments)
    if arguments.commit:
        commit = world.git.commit(arguments.commit)
        records = [world.records.get(commit, world.machine.name, world.config.environment)]
    else:
        records = world.records.all()
    measurements: list[tuple[str, Measurement]] = [
        (record.commit.short, m) for record in records for m in record.measurements.values()
    ]
    if arguments.json:
        from unladen.collect.record import record_to_json

        yield json.dumps([record_to_json(record) for record in records])
    elif arguments.benchmarks:
        yield from sorted({one_line(m.benchmark.id, 100) for _, m in measurements})
    elif arguments.failures:
        for short, m in measurements:
            if m.outcome not in (Outcome.OK, Outcome.SKIPPED):
                name = one_line(m.benchmark.id, 50)
                yield f"{short} {name}: {m.outcome.value}: {one_line(m.detail, 120)}"
    elif arguments.commit:
        yield from text.record_lines(records[0])
    else:
        for record in records:
            subject = one_line(record.commit.subject, 44)
            yield f"{record.commit.short}  {len(record.measurements):>4} benchmarks  {subject}"
        if not records:
            yield "nothing is recorded yet\n  next  unladen gate HEAD~1 HEAD"
    yield from _set_aside(world)


def init(arguments: argparse.Namespace) -> Iterator[str]:
    from unladen.setup import initialised

    return initialised(Path.cwd(), dry_run=arguments.dry_run)


def doctor(arguments: argparse.Namespace) -> Iterator[str]:
    from unladen.setup import examined

    return examined(open_world(arguments), wanted(arguments), measure=arguments.measure)
