"""one function a verb: arguments -> lines to print; sets the exit code beside them."""

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from unladen import pipeline
from unladen.asked import open_world, wanted, warnings
from unladen.errors import ToolError
from unladen.judge.decide import exit_code, worst_exit, worst_first
from unladen.model import Decision
from unladen.output import post, text
from unladen.output.words import one_line
from unladen.store.project import World
from unladen.tools import files


def gate(arguments: argparse.Namespace) -> Iterator[str]:
    """One environment; or with `-E all` each of asv's, one after the other."""
    from unladen.profiling import dissect as explain

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
    yield from warnings(world)


def _as_json(decisions: Sequence[Decision]) -> str:
    """A decision, as schema/decision.json says; of several environments a list of them."""
    told = [post.decision_json(decision, exit_code(decision)) for decision in decisions]
    return json.dumps(told[0] if len(told) == 1 else told)


def _write(path: Path, content: str) -> None:
    try:
        files.replace(path, content)
    except OSError as error:
        raise ToolError(f"{path}: {error.strerror}", "a file in a folder of yours") from error


def explain(arguments: argparse.Namespace) -> Iterator[str]:
    from unladen.output import explain as why
    from unladen.profiling.dissect import Depth, explain

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
    from unladen.output import verdicts

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


def find(arguments: argparse.Namespace) -> Iterator[str]:
    from unladen.find import find
    from unladen.output import verdicts

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
    from unladen.output import verdicts

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


def init(arguments: argparse.Namespace) -> Iterator[str]:
    from unladen.setup import initialised

    return initialised(Path.cwd(), dry_run=arguments.dry_run)


def doctor(arguments: argparse.Namespace) -> Iterator[str]:
    from unladen.setup import examined

    return examined(open_world(arguments), wanted(arguments), measure=arguments.measure)
