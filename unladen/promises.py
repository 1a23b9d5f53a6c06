"""what commits promise in their trailers x what is measured -> claims kept, broken or unproven."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from unladen import pipeline
from unladen.errors import BuildFailed, ConfigError, EmptySelection, UnknownRevision
from unladen.judge.claims import BadClaim, claims_of, judge
from unladen.judge.compare import timed
from unladen.judge.findings import ran_any
from unladen.measure.session import Bench, Wanted, measure, rules
from unladen.model import Commit, Interval, Measurement
from unladen.model.anatomy import Anatomy, Claim, Held, Judged
from unladen.profiling.dissect import MOST, PAIRS, Depth, dissected
from unladen.store.project import World
from unladen.tools.git import Git


@dataclass(frozen=True, slots=True)
class Promise:
    """One commit, its phase, and what came of its claims."""

    commit: Commit
    phase: str
    judged: Sequence[Judged]
    why: str = ""


def check_message(path: Path) -> list[Claim]:
    """For a commit-msg hook: a claim that cannot be read stops the commit."""
    try:
        text = path.read_text("utf-8", "replace")
    except OSError as error:
        raise ConfigError(
            f"{path}: {error.strerror}", "the file that git gives the hook"
        ) from error
    try:
        return claims_of(Git(Path.cwd()).trailers_of(text))
    except BadClaim as error:
        raise ConfigError(f"Expect: {error}", "unladen claims --help shows the grammar") from error


def promises(world: World, spec: str, wanted: Wanted) -> Iterator[Promise]:
    """Each commit of a range that claims something, against the one before it."""
    commits = world.git.range(spec)
    for commit in commits[1:] if len(commits) > 1 else commits:
        trailers = world.git.trailers(commit)
        phase = next((value for name, value in trailers if name.lower() == "phase"), "")
        try:
            claims = claims_of(trailers)
            if claims:
                yield Promise(commit, phase, _checked(world, commit, claims, wanted))
            elif phase:
                yield Promise(commit, phase, [])
        except BadClaim as error:
            yield Promise(commit, phase, [], str(error))
        except (BuildFailed, UnknownRevision, EmptySelection) as error:
            yield Promise(commit, phase, [], error.what)


def _checked(world: World, commit: Commit, claims: Sequence[Claim], wanted: Wanted) -> list[Judged]:
    with world.measuring():
        parent = world.git.parent(commit)
        named = [c.about for c in claims if c.metric in ("time", "instructions")]
        patterns = tuple(f"^{re.escape(name)}$" for name in named) or tuple(wanted.patterns)
        asked = replace(wanted, patterns=patterns, enough=PAIRS)
        bench = pipeline.bench_of(world, [parent, commit], asked)
        old, new = measure(bench, judged=False)
        changed = world.git.changed_lines(parent, commit)
        anatomies = _anatomies(bench, [old, new], claims)
        return held(claims, (old, new), anatomies, world, changed)


def held(
    claims: Sequence[Claim],
    measured: tuple[Mapping[str, Measurement], Mapping[str, Measurement]],
    anatomies: Mapping[str, tuple[Anatomy, Anatomy]],
    world: World,
    changed: Mapping[str, set[int]],
) -> list[Judged]:
    """What became of each claim, by what is known; nothing is measured."""
    found = []
    for claim in claims:
        interval = _figure(claim, measured, anatomies, world)
        ran = _ran(claim, anatomies, changed)
        found.append(judge(claim, interval, ran))
    return found


def _anatomies(
    bench: Bench, measured: list[dict[str, Measurement]], claims: Sequence[Claim]
) -> dict[str, tuple[Anatomy, Anatomy]]:
    """Taken apart as far as the claims need it: whether the changed lines ran, at least."""
    exact = any(claim.metric == "instructions" for claim in claims)
    about = {claim.about for claim in claims}
    both = [id for id in measured[1] if measured[1][id].runs and measured[0][id].runs]
    ids = [id for id in both if id in about]
    if not ids and any(claim.metric == "calls" for claim in claims):
        ids = both[:MOST]
    depth = Depth(precision=0.1, exact=exact, splits=True)
    found = dissected(bench, measured, depth, ids)
    return {each.comparison.benchmark.id: each.sides for each in found}


def _figure(
    claim: Claim,
    measured: tuple[Mapping[str, Measurement], Mapping[str, Measurement]],
    anatomies: Mapping[str, tuple[Anatomy, Anatomy]],
    world: World,
) -> Interval | None:
    old, new = measured
    if claim.metric == "answers":
        told = [id for id in new if id in old and new[id].answers is not None]
        pairs = [(old[id].answers, new[id].answers) for id in told]
        wrong = float(any(before != after for before, after in pairs))
        return Interval(estimate=wrong, low=wrong, high=wrong) if pairs else None
    if claim.metric == "calls":
        for base, head in anatomies.values():
            if claim.about in base.calls and claim.about in head.calls:
                return _exactly(base.calls[claim.about], head.calls[claim.about])
        return None
    if claim.about not in new or claim.about not in old:
        return None
    if claim.metric == "instructions":
        if claim.about not in anatomies:
            return None
        base, head = anatomies[claim.about]
        return _exactly(sum(base.instructions.values()), sum(head.instructions.values()))
    return timed(old[claim.about], new[claim.about], rules(world, claim.about, 1)).change


def _exactly(old: float, new: float) -> Interval | None:
    if not old:
        return None
    change = new / old - 1
    return Interval(estimate=change, low=change, high=change)


def _ran(
    claim: Claim,
    anatomies: Mapping[str, tuple[Anatomy, Anatomy]],
    changed: Mapping[str, set[int]],
) -> bool | None:
    """Whether what the claim is about ran any changed line; None where that cannot be known."""
    if claim.about not in anatomies or not changed:
        return None
    head = anatomies[claim.about][1]
    return ran_any(head, changed) if head.ran else None


def broken(promised: Sequence[Promise]) -> bool:
    return any(each.held is Held.BROKEN for promise in promised for each in promise.judged)


def unproven(promised: Sequence[Promise]) -> bool:
    return any(
        promise.why or any(each.held is Held.UNPROVEN for each in promise.judged)
        for promise in promised
    )
