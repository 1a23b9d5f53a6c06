"""one function a verb that only looks: history, site, what is accepted, what is recorded."""

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

from unladen.asked import open_world, warnings
from unladen.errors import ConfigError, UnladenError
from unladen.measure.session import Wanted
from unladen.model import Measurement, Outcome
from unladen.output import text
from unladen.output.words import one_line, percent
from unladen.store.accepted import Accepted
from unladen.store.project import World


def history(arguments: argparse.Namespace) -> Iterator[str]:
    from unladen.history.blame import opened
    from unladen.output import history as over_time

    world = open_world(arguments)
    machine = None if arguments.all_machines else arguments.machine or world.machine.name
    found = opened(world, Wanted(patterns=arguments.bench), machine)
    if arguments.confirm:
        from unladen.confirm import confirmed

        list(found.series())
        told = confirmed(world, found.ranked())
        yield from (line for line in told if not arguments.json)
        found = opened(world, Wanted(patterns=arguments.bench), machine)
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
    if not standing and machine is not None and found.others():
        yield f"  next  unladen history --all-machines: {', '.join(found.others())} have results"
    elif not standing:
        yield "  next  unladen run HEAD~5..HEAD, or asv run: there is nothing to follow yet"


def publish(arguments: argparse.Namespace) -> Iterator[str]:
    from unladen.output import history as over_time
    from unladen.site import publish as site

    world = open_world(arguments)
    began = time.monotonic()
    folder = Path(arguments.output or world.config.site)
    if arguments.serve:
        from unladen.tools.serve import address, serve

        where = address(arguments.serve)
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
        yield from serve(found.folder, where)
    elif not arguments.json:
        yield "  next  unladen publish --serve, or open the page itself"


def accept(arguments: argparse.Namespace) -> Iterator[str]:
    from unladen.store import accepted

    world = open_world(arguments)
    if not arguments.commit:
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
    if arguments.expires < datetime.now(UTC).date():
        raise ConfigError(f"{arguments.expires} is past", "--expires with a day to come")
    commit = world.git.commit(arguments.commit)
    entries = []
    for pattern in arguments.bench:
        entry = Accepted(
            commit=commit.hash,
            benchmark=pattern,
            upto=arguments.upto,
            author=arguments.author or world.git.user(),
            reason=arguments.reason,
            expires=arguments.expires,
        )
        path = accepted.add(world.folder, entry)
        entries.append(entry)
    yield f"accepted {commit.short} {one_line(commit.subject, 50)}, until {entry.expires}"
    yield from _covered(world, entries)
    yield f"  next  git add {path.name} && git commit: it counts for gate, history and publish"


def _covered(world: World, entries: Sequence[Accepted]) -> Iterator[str]:
    """The steps that these alone answer for, by what is measured so far."""
    from unladen.history.blame import opened
    from unladen.output import history as over_time

    try:
        found = opened(world, Wanted(patterns=[each.benchmark for each in entries]))
        found.accepted = entries
        list(found.series())
        yield from over_time.covered(found.ranked())
    except UnladenError as error:  # it is accepted all the same
        yield f"covers no steps that are known: {one_line(error.what, 100)}"


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
        from unladen.store.records import record_to_json

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
    yield from warnings(world)
