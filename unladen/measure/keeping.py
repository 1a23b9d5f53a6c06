"""what a session measured -> records, asv's result files, lists of benchmarks; what was known."""

import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from unladen.errors import UnladenError
from unladen.measure.gathering import Gathering
from unladen.measure.machine import environment_of, variables_of
from unladen.measure.replies import Suite
from unladen.model import Commit, Environment, Measurement, Record
from unladen.store import asv_results, suites
from unladen.store.project import Project
from unladen.store.records import measured_of
from unladen.tools.asv import Installed
from unladen.tools.machine import load

if TYPE_CHECKING:
    from unladen.measure.session import Session


MAX_FAILED = 2000


def keep_suites(session: "Session", sides: Sequence[Installed], found: Sequence[Suite]) -> None:
    """What was imported without a problem; one list for sides that run the same."""
    told = found if len(found) == len(sides) else [*found] * len(sides)
    for side, suite in zip(sides, told, strict=True):
        if not (suite.problems or suite.failed or suite.died):
            suites.keep(session.project, side, list(suite.benchmarks.values()))


def for_asv(session: "Session", gathering: Gathering, found: Sequence[Suite]) -> None:
    """Also as asv's own result files, if they can be written; of tests asv knows nothing."""
    project = session.project
    if project.asv.source.with_pytest or not project.writes_asv_results():
        return
    raw = {name: each for suite in found for name, each in suite.raw.items()}
    try:
        told = asv_results.write(project.asv, session.sides, gathering.sides, raw, project.machine)
        session.notes += told
    except (UnladenError, OSError) as error:
        session.notes.append(f"asv's result files were not written: {error}"[:200])


def known_of(session: "Session", side: Installed) -> Mapping[str, Measurement]:
    """What earlier runs measured of the same build: a run that was stopped goes on."""
    project = session.project
    record = project.records.find(side.commit.hash, project.machine.name, side.environment)
    if record is None or side.wheel is None or session.options.fresh:
        return {}
    return measured_of(record, side.wheel.digest, variables_of(side))


def keep_failed(project: Project, commit: Commit, why: str, suite: str = "") -> None:
    """A commit of which nothing can be measured, as long as it has no measurements. `suite` is that
    of today, where it has a part in that."""
    name = project.asv.environment("a", project.config.environment).name
    known = project.records.find(commit.hash, project.machine.name, name)
    if known is not None and not known.failed:
        return
    record = Record(
        commit=commit,
        machine=project.machine,
        environment=Environment(name=name, python=""),
        wheel="",
        suite=suite,
        started=time.time(),
        load=load(),
        failed=why[:MAX_FAILED],
    )
    project.records.save(record)


def keep(session: "Session", gathering: Gathering) -> None:
    """A verdict does not depend on whether there is room for what it was made of."""
    project = session.project
    facts = gathering.lockstep.facts[0] if gathering.lockstep.facts else None
    for side, measurements in zip(session.sides, gathering.sides, strict=False):
        record = Record(
            commit=side.commit,
            machine=project.machine,
            environment=environment_of(side, facts),
            wheel=side.wheel.digest if side.wheel else "",
            suite=project.suite_digest(),
            started=time.time(),
            load=load(),
            measurements=measurements,
            failed=session.broken.get(side.commit, ""),
        )
        try:
            project.records.save(record)
        except OSError as error:
            session.unsaved = f"{error.strerror}: {error.filename}"
            note = f"not saved: {session.unsaved}"
            if note not in session.notes:
                session.notes.append(note)
