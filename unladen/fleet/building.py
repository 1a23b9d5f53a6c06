"""a Parcel x a Unit that builds -> its wheels, beside whatever is measured on the same machine.

Builds have workspaces of their own, as many as build at the same time: what measures keeps its one.
"""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from unladen.errors import Busy, ToolError
from unladen.fleet.workspace import GivenUp, Unwanted, called, check_parcel, laid_out, machine_of
from unladen.model.units import BuiltWheel, Finished, Parcel, Unit
from unladen.store.brought import serves
from unladen.store.fields import decoded, json_of
from unladen.tools import files
from unladen.tools.foreign import reading
from unladen.tools.machine import this_machine

MOST_WHEEL = 1 << 28
MOST_AT_ONCE = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class BuiltTold:
    """As `unladen build --json` tells it."""

    commit: str
    environment: str
    wheel: str
    failed: str
    megabytes: float
    seconds: float


def built(parcel: Parcel, unit: Unit, place: Path, unwanted: Unwanted) -> Finished:
    """What cannot be built is told by whoever measures it, which tries it, too."""
    check_parcel(parcel)
    with _workspace(place, parcel.name) as workspace:
        folder = laid_out(parcel, workspace)
        ended = called(unit, folder, unwanted)
        told: list[BuiltTold] = []
        if ended.output.strip():
            with reading("what `unladen build` printed", "unladen build there, by hand"):
                told = decoded(list[BuiltTold], json_of(ended.output.encode())["built"])
        wheels = tuple(_wheel(folder, each) for each in told if not each.failed)
    return replace(
        ended,
        unit=replace(unit, files={}),
        machine=machine_of(),
        wheels=wheels,
        failed=next((each.failed for each in told if each.failed), ""),
    )


def _wheel(folder: Path, told: BuiltTold) -> BuiltWheel:
    path = folder / told.wheel
    if path.stat().st_size > MOST_WHEEL:
        what = f"{path.name} has more than {MOST_WHEEL >> 20} MB: it is built where it is measured"
        raise ToolError(what, "unladen run --on")
    return BuiltWheel(
        commit=told.commit,
        environment=told.environment,
        name=path.name,
        content=path.read_bytes(),
        serves=serves(this_machine()),
    )


@contextmanager
def _workspace(place: Path, name: str) -> Iterator[Path]:
    """The first that nobody builds in."""
    with ExitStack() as stack:
        for number in range(MOST_AT_ONCE):
            workspace = place / f"{name}-build{number}"
            try:
                stack.enter_context(files.locked(workspace / "lock"))
            except Busy:
                continue
            yield workspace
            return
    raise GivenUp
