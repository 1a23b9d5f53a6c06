"""result files of asv's -> ResultFiles: parsed on all cores, as there may be tens of thousands."""

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from unladen.model.histories import ResultFile
from unladen.store import asv_rows
from unladen.store.archive import Archive
from unladen.store.asv_rows import Raw, Shapes, Unreadable
from unladen.store.project import Project
from unladen.tools.cores import on_all_cores

FILES_ALONE = 50


def files(project: Project) -> Iterator[Path]:
    for path in sorted(project.asv.results.glob("*/*.json")):
        if path.name != "machine.json":
            yield path


def rows(
    project: Project, archive: Archive, paths: Sequence[Path]
) -> Iterator[tuple[Path, "partial[ResultFile]"]]:
    shapes = Shapes(archive, asv_rows.benchmarks(project.asv.results))
    for path, raw in zip(paths, on_all_cores(_read, paths, FILES_ALONE), strict=True):
        yield path, partial(_from_asv, shapes, raw)
    shapes.describe()


def _read(path: Path) -> Raw | str:
    """Or why not; in another process."""
    try:
        return asv_rows.read(path)
    except (Unreadable, OSError) as error:
        return str(error)


def _from_asv(shapes: Shapes, raw: Raw | str) -> ResultFile:
    if isinstance(raw, str):
        raise Unreadable(raw)
    return shapes.row(raw)
