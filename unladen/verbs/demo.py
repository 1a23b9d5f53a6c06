"""a project here, or a small one of ours -> a slowdown in a clone of it, found by a gate."""

import argparse
import json
import re
import tempfile
import time
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from unladen.config import Config
from unladen.errors import ConfigError, Exit, UnladenError
from unladen.judge.decide import ranked, slower_ones
from unladen.judge.planting import Looped, by_calls, rounds_for, with_loop
from unladen.measure.cascade import judged
from unladen.measure.chosen import LookedAt, file_in, looked_at
from unladen.measure.session import Session, caches
from unladen.model import Benchmark, Decision
from unladen.model.lanes import Depth
from unladen.model.options import Options
from unladen.model.plantings import Planting
from unladen.output import demo as demo_lines
from unladen.output.explain import reasons
from unladen.profiling.calls import count_calls
from unladen.profiling.dissect import Dissection, dissected
from unladen.profiling.places import Places
from unladen.store.project import Project
from unladen.tools import files, scratch_clone
from unladen.tools.alone import NoFinding, Target
from unladen.tools.git import Git
from unladen.tools.scratch import scratch
from unladen.tools.settings import load
from unladen.tools.terminal import Progress
from unladen.verbs import words as usual
from unladen.verbs.result import Result

EXAMPLES = """\
  unladen demo
  unladen demo --by 5%
  unladen demo -b time_solve --keep"""
TRIED = 4
"""Benchmarks, until one runs a function in which a loop can be planted."""
BESIDE = 2
"""Benchmarks that run it, and that do not, which are gated beside the one that was chosen."""
ROUNDS = 200_000
FLOOR = 0.02
"""Less than twice the usual allowance is no slowdown to show."""


def words(verb: argparse.ArgumentParser) -> None:
    usual.place(verb)
    usual.selection(verb)
    verb.add_argument(
        "--by",
        type=usual.share,
        metavar="P",
        default=0.2,
        help="about how much slower, as 5%% (20%%)",
    )
    verb.add_argument(
        "--budget", type=usual.duration, metavar="S", help="seconds at most, building apart"
    )
    verb.add_argument("--keep", action="store_true", help="leave the scratch folder where it is")


def run(arguments: argparse.Namespace) -> Result:
    if arguments.by < FLOOR:
        what = f"--by {100 * arguments.by:g} % is hardly more than the 1 % that a gate allows"
        raise ConfigError(what, "unladen demo --by 5%")
    return Result(_shown(arguments))


def _shown(arguments: argparse.Namespace) -> Generator[str, None, Exit]:
    """As it goes on; what it ends with is the exit code."""
    with _scratch(arguments.keep) as place:
        project = opened(arguments, place)
        if not arguments.json:
            yield f"scratch    {project.folder}"
        with project.measuring():
            base = project.git.commit("HEAD")
            options = Options(patterns=arguments.bench, budget=arguments.budget, witness="auto")
            session = Session.opened(project, [base], options)
            looked = looked_at(session)
            planting, running = planted(session, looked, arguments.by)
            if not arguments.json:
                yield from demo_lines.planted_lines(planting)
            ids = gated_ids(looked, planting, running)
            patterns = [f"^{re.escape(id)}$" for id in ids]
            decision = gated(project, replace(options, patterns=patterns))
            running &= set(ids)
        if arguments.json:
            found = demo_lines.as_json(planting, decision, running)
            yield json.dumps(found | {"scratch": str(project.folder) if arguments.keep else ""})
        else:
            yield from demo_lines.ending(planting, decision, ranked(decision).worst_first, running)
            yield f"scratch    {project.folder if arguments.keep else 'removed (--keep leaves it)'}"
    return Exit.PASS if demo_lines.found(planting, decision) else Exit.UNDECIDED


@contextmanager
def _scratch(keep: bool) -> Iterator[Path]:
    """One that is kept has a name that no later run takes for something left behind."""
    if keep:
        yield Path(tempfile.mkdtemp(prefix="demo-of-unladen-"))
        return
    with scratch("demo-") as place:
        yield place


def opened(arguments: argparse.Namespace, place: Path) -> Project:
    """A clone of the project here, of its last commit; where there is none, a small one."""
    here = Path.cwd()
    if any((here / name).is_file() for name in files.SUITES):
        config = load(here)
        folder = scratch_clone.cloned(here, Path(Git(here).top()), place)
    else:
        config, folder = Config(), scratch_clone.sample(place)
    for name in ("environment", "machine"):
        if getattr(arguments, name) is not None:
            config = replace(config, **{name: getattr(arguments, name)})
    scratch_clone.committed(folder, "as it is")
    return Project(folder, config, Progress(quiet=arguments.quiet))


def planted(session: Session, looked: LookedAt, by: float) -> tuple[Planting, set[str]]:
    """A commit with a loop in a function that the handiest benchmark runs; and all benchmarks
    that run it."""
    (side,) = session.sides
    project = session.project
    places = Places(side, project.asv.source, list(side.wheel.packages) if side.wheel else [])
    for benchmark in looked.by_fitness()[:TRIED]:
        project.progress.tick(f"counting   calls of {benchmark.id}")
        seconds = looked.ran[benchmark.id].seconds
        calls = _calls(session, benchmark, places, seconds)
        project.progress.clear()
        for key in by_calls(calls):
            rounds = rounds_for(seconds, calls[key], by, _round())
            file, looped = _committed(project, places, key, rounds)
            if looped is None:
                continue
            function = places.functions[key]
            planting = Planting(
                benchmark=benchmark.id,
                function=f"{function.module}.{function.name}",
                file=file,
                line=looped.line,
                calls=calls[key],
                rounds=rounds,
                by=by,
            )
            return planting, looked.running(key.partition(":")[0], looped.first) | {benchmark.id}
    what = f"none of {len(looked.benchmarks)} benchmarks runs a function in which a loop fits"
    raise ConfigError(what, "unladen demo -b with another benchmark; unladen show --benchmarks")


def _calls(
    session: Session, benchmark: Benchmark, places: Places, seconds: float
) -> Mapping[str, float]:
    (side,) = session.sides
    with caches(session) as cache:
        target = Target(
            installed=side,
            suite=session.project.asv.source,
            benchmark=benchmark,
            cache=cache(0, benchmark),
            seconds=seconds,
        )
        try:
            return count_calls(target, places).calls
        except NoFinding:
            return {}


def _round() -> float:
    """Seconds of one round of an empty loop, here and now."""
    began = time.process_time()
    for _ in range(ROUNDS):
        pass
    return max(1e-9, (time.process_time() - began) / ROUNDS)


def _committed(
    project: Project, places: Places, key: str, rounds: int
) -> tuple[str, Looped | None]:
    """The file in the repository; nothing where this function has no place for a loop."""
    built = key.partition(":")[0]
    source = places.site / built
    if built.partition("/")[0].removesuffix(".py") not in places.packages or not source.is_file():
        return "", None
    function = places.functions[key]
    top = Path(Git(project.folder).top())
    text = source.read_bytes()
    file = file_in(top, scratch_clone.tracked(top), built, text)
    looped = with_loop(text.decode("utf-8", "replace"), function.name, function.line, rounds)
    if file and looped is not None:
        files.replace(top / file, looped.text)
        scratch_clone.committed(project.folder, f"planted: a loop in {function.name}")
        return file, looped
    return "", None


def gated_ids(looked: LookedAt, planting: Planting, running: set[str]) -> list[str]:
    """Some that run the function and some that do not, so that there is time for each."""
    handy = [each.id for each in looked.by_fitness() if each.id != planting.benchmark]
    others = [id for id in handy if id not in running]
    return [planting.benchmark, *[id for id in handy if id in running][:BESIDE], *others[:BESIDE]]


def gated(project: Project, options: Options) -> Decision:
    """As `unladen gate HEAD~1 HEAD` does it, with the reasons of what got slower."""
    session, sides, decision = judged(project, "HEAD~1", "HEAD", options)
    slower = slower_ones(decision.comparisons, demo_lines.SHOWN)
    if not slower:
        return decision
    try:
        with caches(session) as cache:
            of = Dissection(
                project=project,
                sides=session.sides,
                measured=sides,
                caches=cache,
                depth=Depth(splits=False),
            )
            why = {
                each.comparison.benchmark.id: tuple(reasons(each.attribution))
                for each in dissected(of, slower)
            }
    except UnladenError:
        return decision
    comparisons = (
        replace(each, because=why.get(each.benchmark.id, ())) for each in decision.comparisons
    )
    return replace(decision, comparisons=tuple(comparisons))
