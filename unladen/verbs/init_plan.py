"""Surroundings of a project -> the files that `init` writes, as they are and as they will be."""

import shlex
import subprocess
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from unladen.config import TABLE, from_table
from unladen.errors import ConfigError
from unladen.judge.proposed_categories import proposed
from unladen.model.surroundings import Surroundings
from unladen.output import init_files
from unladen.tools import origin
from unladen.tools.files import replace_bytes
from unladen.tools.foreign import (
    MEGABYTE,
    UNREADABLE,
    bounded_bytes,
    bounded_toml,
    reading,
    reason_of,
)
from unladen.tools.git import Git
from unladen.tools.marked_lines import has_ours, with_lines
from unladen.tools.settings import MEND, OWN_SETTINGS, settings_file

PYPROJECT, IGNORE, PIPELINE = "pyproject.toml", ".gitignore", ".gitlab-ci.yml"


@dataclass(frozen=True, slots=True)
class PlannedFile:
    """`before` is None where there is no file, `after` where there will be none. Where nothing is
    to be done, `why` says so."""

    path: Path
    before: str | None
    after: str | None
    why: str = ""

    @property
    def changes(self) -> bool:
        return self.before != self.after


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What the files are to say."""

    around: Surroundings
    suite: str = ""
    """The name of the suite's package."""
    written: Sequence[Path] = ()
    """Folders that measuring will write to."""
    pythons: Sequence[str] = ()
    environment: str = ""
    """Where none of the project's own can be made."""
    ci: str = ""
    """Asked for; empty: by what there is."""
    install: str = ""
    """What pip installs in CI; empty: where this unladen came from."""


def read(path: Path) -> str | None:
    """Bytes that are no text stay what they are."""
    with reading(str(path), f"ls -l {shlex.quote(str(path))}", ConfigError):
        try:
            return bounded_bytes(path, MEGABYTE).decode("utf-8", "surrogateescape")
        except FileNotFoundError:
            return None


def planned(wanted: Wanted) -> list[PlannedFile]:
    files = [_settings(wanted), *_ignored(wanted), *_workflows(wanted)]
    return [each for each in files if each is not None]


def places(around: Surroundings) -> list[Path]:
    """From the suite's folder up to the repository's."""
    top = around.top or around.folder
    return [each for each in (around.folder, *around.folder.parents) if each.is_relative_to(top)]


def _settings(wanted: Wanted) -> PlannedFile:
    around = wanted.around
    categories = proposed(around.packages, wanted.suite)
    path = settings_file(around.folder)
    if path is not None:
        return _categories_only(path, init_files.settings(categories, _table(path), whole=False))
    above = places(around)
    shared = around.suites > 1 and around.folder != above[-1]
    found = [each / PYPROJECT for each in above if (each / PYPROJECT).is_file()]
    path = found[0] if found else around.folder / OWN_SETTINGS
    if shared and path.parent != around.folder:  # of several suites each has settings of its own
        path = around.folder / OWN_SETTINGS
    lines = init_files.settings(categories, _table(path), environment=wanted.environment)
    return _checked(path, lines)


def _table(path: Path) -> str:
    return "" if path.name == OWN_SETTINGS else TABLE


def _categories_only(path: Path, lines: Sequence[str]) -> PlannedFile:
    """Settings that are there are somebody's; only where they have no categories some are added."""
    text = read(path) or ""
    with reading(str(path), MEND, ConfigError):
        known = _ours_of(path, bounded_toml(text))
    if has_ours(text) or "categories" in known or not lines:
        return PlannedFile(path, text, text, "it has settings of unladen already: left as it is")
    return _checked(path, lines)


def _ours_of(path: Path, told: dict[str, Any]) -> dict[str, Any]:
    found = told if path.name == OWN_SETTINGS else told.get("tool", {}).get("unladen", {})
    return found if isinstance(found, dict) else {}


def _checked(path: Path, lines: Sequence[str]) -> PlannedFile:
    """With our lines it says all that it said before."""
    before = read(path)
    after = with_lines(before, lines)
    try:
        told = bounded_toml(after)
        from_table(_ours_of(path, told))
        if path.name != OWN_SETTINGS and before is not None:
            told["tool"].pop("unladen")
            was = bounded_toml(before)
            was.get("tool", {}).pop("unladen", None)
            if told != was and told != {**was, "tool": {}}:
                raise ConfigError("other tables would change", "")
    except (ConfigError, *UNREADABLE) as error:
        problem = error.what if isinstance(error, ConfigError) else reason_of(error)
        why = (
            f"a table cannot be added at its end ({problem}): unladen.toml takes the same settings"
        )
        return PlannedFile(path, before, before, " ".join(why.split()))
    return PlannedFile(path, before, after)


def _ignored(wanted: Wanted) -> Iterator[PlannedFile]:
    around = wanted.around
    if around.top is None:
        return
    there = [each / IGNORE for each in places(around) if (each / IGNORE).is_file()]
    path = there[0] if there else around.top / IGNORE
    if around.suites > 1:
        path = around.folder / IGNORE
    open_ones = [each for each in wanted.written if each.is_relative_to(path.parent)]
    names = [
        f"/{each.relative_to(path.parent).as_posix()}/"
        for each in open_ones
        if not _is_ignored(around.top, each / "x") and not Git(around.top).tracks(each)
    ]
    before = read(path)
    if not names:
        told = "what unladen writes is ignored already, or kept in git"
        yield PlannedFile(path, before, before, told)
    else:
        yield PlannedFile(path, before, with_lines(before, init_files.ignored(names)))


def _is_ignored(top: Path, path: Path) -> bool:
    words = ["git", "-C", str(top), "check-ignore", "-q", "--no-index", "--", str(path)]
    return subprocess.run(words, capture_output=True, check=False).returncode == 0


def _workflows(wanted: Wanted) -> Iterator[PlannedFile]:
    around = wanted.around
    if around.top is None:
        return
    systems = around.ci if not wanted.ci else () if wanted.ci == "none" else (wanted.ci,)
    inside = around.inside if around.suites > 1 else ""  # the only suite is found from the top
    pythons = init_files.pythons_for_ci(wanted.pythons)
    name = init_files.workflow_name(inside)
    if "github" in systems:
        path = around.top / ".github" / "workflows" / name
        yield _new(around.top, path, partial(init_files.github, inside, pythons), wanted)
    if "gitlab" in systems:
        pipeline = read(around.top / PIPELINE)
        stage = init_files.stage_of(pipeline or "")
        path = around.top / ".gitlab" / name
        yield _new(
            around.top, path, partial(init_files.gitlab, inside, pythons, stage=stage), wanted
        )
        yield _included(around.top / PIPELINE, pipeline, f".gitlab/{name}")


def _new(top: Path, path: Path, lines_for: Callable[..., list[str]], wanted: Wanted) -> PlannedFile:
    """How unladen is installed has to be known only where a workflow is written."""
    before = read(path)
    if before is not None:
        return PlannedFile(path, before, before, "it is there already: left as it is")
    install = origin.asked(wanted.install) if wanted.install else origin.requirement()
    lines = lines_for(requirement=install)
    inside = (each for each in path.parents if each != top and each.is_relative_to(top))
    missing = sum(not each.exists() for each in inside)
    return PlannedFile(path, None, with_lines(None, lines, missing))


def _included(path: Path, before: str | None, workflow: str) -> PlannedFile:
    """YAML has each key once: where something is included already, one line is for its owner."""
    lines = init_files.gitlab_include(workflow)
    taken = ("include:", "---", "...")
    if before is not None and any(line.startswith(taken) for line in before.splitlines()):
        return PlannedFile(path, before, before, f"add to its include:  {lines[-1].strip()}")
    return PlannedFile(path, before, with_lines(before, lines))


def write(file: PlannedFile) -> None:
    """Whole, through links, with the rights it had; folders that are made for it are removed by
    who takes the file away."""
    if not file.changes:
        return
    path = file.path.resolve()
    if file.after is None:
        path.unlink()
        return
    mode = path.stat().st_mode & 0o7777 if path.exists() else 0o644
    replace_bytes(path, file.after.encode("utf-8", "surrogateescape"), mode)
