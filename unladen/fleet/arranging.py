"""units x who is there -> tasks for a cluster, and what a worker does with one."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from unladen.errors import ToolError
from unladen.fleet.building import built
from unladen.fleet.workspace import GivenUp, performed
from unladen.model.units import Finished, Parcel, Unit
from unladen.tools.dask import task
from unladen.tools.handing_out import Work


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrangement:
    """Who is there, and what is sent to them."""

    parcel: object
    known: Callable[[Sequence[str]], Mapping[str, bytes]]
    """Files of commits, read when a unit is sent: of thousands that wait nobody holds them."""
    several: bool = False
    """More than one worker: a worker that has no company builds what it measures."""
    machines: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Addresses of workers, by the names of their machines."""


def arranged(units: Mapping[int, Unit], there: Arrangement) -> tuple[list[Work], Mapping[int, int]]:
    """And the numbers of the units by those of their work. Builds come before the first that needs
    them, once for all."""
    works: list[Work] = []
    owners: dict[int, int] = {}
    places: dict[tuple[str, ...], int] = {}
    for number, unit in units.items():
        needs = unit.needs if there.several else ()
        for build in needs:
            if build.words not in places:
                places[build.words] = len(works)
                works.append(_building(build, there, fetched=False))
        owners[len(works)] = number
        after = tuple(places[build.words] for build in needs)
        if unit.builds:
            works.append(_building(unit, there, fetched=True))
        else:
            works.append(_measuring(unit, there, after))
    return works, owners


def _building(unit: Unit, there: Arrangement, fetched: bool) -> Work:
    words = (there.parcel, unit)
    return Work(do=built_there, words=lambda: words, alone=False, fetched=fetched)


def _measuring(unit: Unit, there: Arrangement, after: tuple[int, ...]) -> Work:
    def words() -> tuple[object, Unit]:
        files = {**there.known(unit.commits), **unit.files}
        return there.parcel, replace(unit, needs=(), files=files)

    workers = tuple(there.machines.get(unit.machine, ()))
    return Work(do=done_there, words=words, after=after, workers=workers)


def done_there(number: int, parcel: Parcel, unit: Unit, *built: Finished) -> Finished:
    """On a worker."""
    wheels = [wheel for each in built for wheel in each.wheels]
    with task(number) as (unwanted, place):
        return _told_of(unit, lambda: performed(parcel, unit, place, unwanted, wheels))


def built_there(number: int, parcel: Parcel, unit: Unit) -> Finished:
    with task(number) as (unwanted, place):
        return _told_of(unit, lambda: built(parcel, unit, place, unwanted))


def _told_of(unit: Unit, do: Callable[[], Finished]) -> Finished:
    try:
        return do()
    except GivenUp:
        return Finished(unit=unit, failed="nobody waited for it any more")
    except (ToolError, OSError, LookupError, ValueError) as error:
        return Finished(unit=unit, failed=str(error)[:500])
