"""commits that promise something -> each measured against the one before it, and held to that."""

import argparse
import json
import re
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from unladen.errors import (
    BuildFailed,
    ConfigError,
    EmptySelection,
    Exit,
    UnknownRevision,
    UnladenError,
)
from unladen.judge.categories import Categories
from unladen.judge.claims import (
    OF_PARTS,
    BadClaim,
    ClaimEvidence,
    claims_of,
    held,
)
from unladen.judge.decide import timed_on_both
from unladen.judge.findings import not_one_ran
from unladen.judge.promises import claimed_twice, exit_of
from unladen.measure.reached import note_reach
from unladen.measure.session import Session, Sides, caches, measure
from unladen.measure.stop import Enough, pairs_for
from unladen.model import Commit, Outcome
from unladen.model.anatomy import Anatomy
from unladen.model.claims import Claim, Promise
from unladen.model.lanes import Depth
from unladen.model.options import Options
from unladen.output import claims as told
from unladen.output.words import one_line
from unladen.profiling.dissect import Dissection, dissected
from unladen.store.project import Project
from unladen.tools.git import Git
from unladen.verbs import words as usual
from unladen.verbs.opening import open_project, options_of
from unladen.verbs.result import Result

EXAMPLES = """\
  unladen claims HEAD
  unladen claims v1.0..HEAD
  unladen claims --message .git/COMMIT_EDITMSG     as a commit-msg hook

trailers, in the last paragraph of a message:
  Phase: 2a
  Expect: suite.time_solve(100) -15%..-20%     also same, faster, slower, <= -5%
  Expect: instructions suite.time_solve(100) <= -10%
  Expect: calls package/module.py:function same
  Expect: calls package/module.py:function none           it is switched off
  Expect: function package/module.py:function <= -30%     its instructions
  Expect: category parsing -20%..-10%                     as in [tool.unladen.categories]
  Expect: memory suite.time_solve(100) same               the peak of a call
  Expect: answers same"""
OF_BENCHMARKS = ("time", "instructions", "memory")
EXACT = ("instructions", "function", "category")
NOT_YET = Commit(hash="", tree="", seconds=0, subject="")
"""The commit that a message is going to be of."""
LANES = ("calls", "lines")
"""What is counted and which lines run tells whether a claim holds; samples and splits do not."""
MOST = 5
"""Benchmarks that are taken apart for a claim that names none."""


def words(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("range", nargs="?", default="HEAD", help="A..B, or one commit (HEAD)")
    verb.add_argument("--message", metavar="FILE", help="only read the claims of a message")
    usual.measuring(verb)


def run(arguments: argparse.Namespace) -> Result:
    if arguments.message:
        lines = _message_lines(arguments)
        return Result(lines, warnings=_taken(Path(arguments.message)))
    project = open_project(arguments)
    promises = promised(project, arguments.range, options_of(arguments))
    lines = _json(promises) if arguments.json else _text(promises)
    return Result(lines, warnings=project.records.warnings)


def _message_lines(arguments: argparse.Namespace) -> Iterator[str]:
    claims = claims_in(Path(arguments.message))
    if arguments.json:
        yield json.dumps([claim.text for claim in claims])
    else:
        yield from (f"claim: {one_line(claim.text, 100)}" for claim in claims)


def _taken(path: Path) -> list[str]:
    """A warning only: who amends a commit claims its phase once more."""
    git = Git(Path.cwd())
    try:
        trailers = git.trailers_of(path.read_text("utf-8", "replace"))
        phase = next((value for name, value in trailers if name.lower() == "phase"), "")
        others = claimed_twice(NOT_YET, phase, git.phases(git.commit("HEAD"))) if phase else []
    except (OSError, UnladenError):
        return []
    return [told.twice(phase, hash_, subject) for hash_, subject in others]


def claims_in(path: Path) -> list[Claim]:
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


def _text(promises: Iterator[Promise]) -> Generator[str, None, Exit]:
    """Each as it becomes known: a range of commits takes minutes."""
    seen = []
    for promise in promises:
        seen.append(promise)
        yield from told.lines(promise)
    if not seen:
        yield "no commit of this range claims anything (Expect: ... in its last paragraph)"
    return exit_of(seen)


def _json(promises: Iterator[Promise]) -> Generator[str, None, Exit]:
    seen = list(promises)
    yield json.dumps([told.as_json(promise) for promise in seen])
    return exit_of(seen)


def promised(project: Project, spec: str, options: Options) -> Iterator[Promise]:
    """Each commit of a range that claims something, against the one before it."""
    commits = project.git.range(spec)
    declared = project.git.phases(commits[-1])
    for commit in commits[1:] if len(commits) > 1 else commits:
        trailers = project.git.trailers(commit)
        phase = next((value for name, value in trailers if name.lower() == "phase"), "")
        also = claimed_twice(commit, phase, declared)
        try:
            claims = claims_of(trailers)
            if claims:
                checked = _checked(project, commit, claims, options)
                yield replace(checked, phase=phase, also=also)
            elif phase:
                yield Promise(commit=commit, phase=phase, also=also)
        except BadClaim as error:
            yield Promise(commit=commit, phase=phase, why=str(error), also=also)
        except (BuildFailed, UnknownRevision, EmptySelection) as error:
            yield Promise(commit=commit, phase=phase, why=error.what, also=also)


def _checked(
    project: Project, commit: Commit, claims: Sequence[Claim], options: Options
) -> Promise:
    with project.measuring():
        parent = project.git.parent(commit)
        session = Session.opened(project, [parent, commit], _about(claims, options))
        sides = measure(session, Enough(pairs_for("claims", options.pairs)), note_reach)
        evidence = ClaimEvidence(
            measured=sides,
            anatomies=_anatomies(session, sides, claims),
            rules=project.config.rules,
            changed=project.git.changed_lines(parent, commit),
            category=Categories(project.config.categories).of,
        )
        heads = [head for _, head in evidence.anatomies.values()]
        return Promise(
            commit=commit,
            phase="",
            claims=held(claims, evidence),
            never_ran=not_one_ran(heads, evidence.changed),
        )


def _about(claims: Sequence[Claim], options: Options) -> Options:
    """Only the benchmarks that are named; where none is, those that were asked for."""
    named = [each.about for each in claims if each.metric in OF_BENCHMARKS]
    patterns = tuple(f"^{re.escape(name)}$" for name in named) or tuple(options.patterns)
    return replace(options, patterns=patterns)


def _anatomies(
    session: Session, sides: Sides, claims: Sequence[Claim]
) -> Mapping[str, tuple[Anatomy, Anatomy]]:
    """Taken apart as far as the claims need it: whether the changed lines ran, at least."""
    about = {claim.about for claim in claims}
    ids = [
        id
        for id in sides[1]
        if id in about and all(side[id].outcome is Outcome.OK for side in sides)
    ]
    if not ids and any(claim.metric in OF_PARTS for claim in claims):
        ids = timed_on_both(*sides)[:MOST]
    if not ids:
        return {}
    exact = any(claim.metric in EXACT for claim in claims)
    lanes = (*LANES, "instructions") if exact else LANES
    with caches(session) as cache:
        of = Dissection(
            project=session.project,
            sides=session.sides,
            measured=sides,
            caches=cache,
            depth=Depth(precision=0.1, exact=exact, lanes=lanes),
            notes=session.notes,
        )
        return {each.comparison.benchmark.id: each.sides for each in dissected(of, ids)}
