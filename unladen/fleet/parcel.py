"""a Project x commits -> a Parcel: history, suite and settings, for who has no checkout."""

import hashlib
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from unladen import __version__
from unladen.errors import ConfigError
from unladen.model import Commit
from unladen.model.units import Parcel
from unladen.store.profiles import needed_by, result_folders
from unladen.store.project import Project
from unladen.tools.asv_configuration import with_repository
from unladen.tools.git import packed, refs_of, shallow_of
from unladen.tools.result_files import ResultFolders
from unladen.tools.settings import settings_file

MOST_BYTES = 1 << 28
"""Of a suite's files."""


def parcel_of(project: Project, commits: Iterable[Commit]) -> Parcel:
    """With all that these commits came from."""
    if project.asv.source.with_pytest:
        what = "other machines measure suites of asv's, and no tests with pytest-benchmark yet"
        raise ConfigError(what, "the same command without --on")
    repository = project.asv.repository
    head = project.git.commit("HEAD")
    inside = _inside(project, repository)
    wanted = {head.hash, *(commit.hash for commit in commits)}
    roots = project.git.command("rev-list", "--max-parents=0", head.hash).split()
    name = hashlib.sha256(f"{roots[-1:]} {inside} {project.asv.conf.project}".encode()).hexdigest()
    files = {name: path.read_bytes() for name, path in _files(project)}
    files["asv.conf.json"] = with_repository(project.folder, os.path.relpath(".", inside))
    return Parcel(
        version=__version__,
        name=name[:16],
        history=packed(repository, sorted(wanted)),
        commits=tuple(sorted(wanted)),
        shallow=shallow_of(repository),
        refs=refs_of(repository),
        head=head.hash,
        inside=inside,
        files=files,
        results=results_of(project).names,
    )


def results_of(project: Project) -> ResultFolders:
    """The folders that measuring writes to; what the project has in git comes home from nowhere."""
    records, profiles, asv = result_folders(project)
    written = [records, profiles, asv] if project.writes_asv_results() else [records, profiles]
    return ResultFolders.of(project.folder.resolve(), written)


def known_of(project: Project, commits: Iterable[str]) -> dict[str, bytes]:
    """What is recorded of commits here, for whoever is to add to it."""
    found: set[Path] = set()
    top, (records, profiles, _) = project.folder.resolve(), result_folders(project)
    for folder in (records, profiles):
        for hash_ in commits:
            for path in sorted(folder.glob(f"*/{hash_[:12]}-*")):
                found |= {path, *(each for each in needed_by(path) if each.is_file())}
    names = sorted(path.relative_to(top).as_posix() for path in found)
    return dict(ResultFolders.of(top, [records, profiles]).checked(names, left_out=[]))


def _inside(project: Project, repository: Path) -> str:
    """A suite of a repository that lies elsewhere is put beside it."""
    top = Path(project.git.top() or repository)
    if project.folder.resolve().is_relative_to(top.resolve()):
        return str(project.folder.resolve().relative_to(top.resolve()))
    return ".unladen-suite"


def _files(project: Project) -> Iterator[tuple[str, Path]]:
    size = 0
    for path in project.asv.source.files():
        size += path.stat().st_size
        if size > MOST_BYTES:
            what = f"{project.asv.source.inside} holds more than {MOST_BYTES >> 20} MB"
            raise ConfigError(what, "asv.conf.json: benchmark_dir with the suite alone")
        yield _below(project, path), path
    settings = settings_file(project.folder)
    if settings is not None:
        yield settings.name, settings


def _below(project: Project, path: Path) -> str:
    """What lies elsewhere has no place on another machine."""
    folder = project.folder.resolve()
    if not path.resolve().is_relative_to(folder):
        what = f"{path} is outside of {folder}: other machines have no such place"
        raise ConfigError(what, "asv.conf.json: folders below its own")
    return str(path.resolve().relative_to(folder))
