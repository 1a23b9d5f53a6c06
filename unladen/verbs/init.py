"""a project -> settings, ignored folders and a workflow for it, and what this machine is good for;
or all of that taken out again."""

import argparse
import json
import os
from collections.abc import Generator, Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path

from unladen.errors import ConfigError, Exit, UnladenError
from unladen.measure.offers import examined
from unladen.model.findings import Finding
from unladen.model.surroundings import Surroundings
from unladen.output.doctor import finding_lines
from unladen.output.init import diff_lines
from unladen.output.init_files import no_suite
from unladen.output.painted import diff_painted
from unladen.store.profiles import folder_of
from unladen.store.project import WORK, Project
from unladen.tools import environments as kinds
from unladen.tools import pythons
from unladen.tools.settings import load
from unladen.tools.surroundings import name_of, packages_of, surroundings
from unladen.tools.terminal import Progress
from unladen.verbs import init_undo
from unladen.verbs.init_plan import PlannedFile, Wanted, planned, write
from unladen.verbs.result import Result, Verbatim

EXAMPLES = """\
  unladen init --dry-run       shows what would be written, as a diff
  unladen init
  unladen init --ci gitlab
  unladen init --install git+https://HOST/OWNER/unladen@COMMIT
  unladen init --undo          as it was before, byte for byte"""


def words(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("--dry-run", action="store_true", help="write nothing; show the diff")
    verb.add_argument(
        "--ci",
        choices=("github", "gitlab", "none"),
        default="",
        help="which workflow is written (default: by what the repository has)",
    )
    verb.add_argument(
        "--install",
        metavar="REQUIREMENT",
        default="",
        help="what the workflow gives pip (default: where this unladen was installed from)",
    )
    verb.add_argument("--undo", action="store_true", help="take out what init wrote")
    verb.add_argument(
        "--force", action="store_true", help="with --undo: also lines that somebody edited since"
    )


def run(arguments: argparse.Namespace) -> Result:
    if arguments.undo:
        return Result(init_undo.undone(arguments), paint=diff_painted)
    around = surroundings(Path.cwd())
    if not around.has_asv and not around.tests:
        return _no_suite(around, arguments.json)
    if arguments.dry_run and not (around.folder / WORK).exists():
        with init_undo.without_caches(around):  # a mirror, where the repository is an address
            lines = list(_initialised(arguments, around).lines)
        return Result(lines, paint=diff_painted)
    return _initialised(arguments, around)


def _initialised(arguments: argparse.Namespace, around: Surroundings) -> Result:
    project = _opened(around)
    around = measured_part(around, str(project.asv.conf.repo_subdir or ""))
    findings = list(found(around, project))
    files = planned(replace(_wanted(around, project, arguments.ci), install=arguments.install))
    if not arguments.dry_run:
        for file in files:
            write(file)
    step = next_step(project, environment_flag(project, files))
    if arguments.json:
        return Result([json.dumps(_as_json(arguments, findings, files, step))])
    lines = _text(arguments, project, findings, files, step)
    return Result(lines, paint=diff_painted)


def measured_part(around: Surroundings, subdir: str) -> Surroundings:
    """Where asv builds a part of the repository, its packages are that part's."""
    if not subdir or around.top is None:
        return around
    packages = packages_of(around.top / subdir, around.top)
    return replace(around, packages=tuple(packages)) if packages else around


def _opened(around: Surroundings) -> Project:
    return Project(around.folder, load(around.folder), Progress(quiet=True))


def _wanted(around: Surroundings, project: Project, ci: str) -> Wanted:
    written = [project.records.folder, folder_of(project), project.folder / project.config.site]
    if around.has_asv and project.writes_asv_results():
        written.append(project.asv.results)
    asked = [str(each) for each in project.asv.conf.pythons or ()]
    environment = "" if project.config.environment else environments_of(project)[1]
    return Wanted(
        around=around,
        suite=project.asv.source.inside.name if around.has_asv else "",
        written=written,
        pythons=[environment.partition(":")[2]] if environment else asked,
        environment=environment,
        ci=ci,
    )


def _as_json(
    arguments: argparse.Namespace,
    findings: Sequence[Finding],
    files: Sequence[PlannedFile],
    step: str,
) -> dict[str, object]:
    told = [{"file": str(each.path), "change": change_of(each), "why": each.why} for each in files]
    return {
        "schema": 2,
        "findings": [asdict(finding) for finding in findings],
        "files": told,
        "written": not arguments.dry_run,
        "next": step,
    }


def _text(
    arguments: argparse.Namespace,
    project: Project,
    findings: Sequence[Finding],
    files: Sequence[PlannedFile],
    step: str,
) -> Generator[str, None, Exit]:
    for finding in findings:
        yield from finding_lines(finding)
    yield ""
    if arguments.dry_run:
        for each in files:
            yield from map(Verbatim, diff_lines(_shown(each.path), each.before, each.after))
        yield from (f"{_shown(each.path)}: {each.why}" for each in files if not each.changes)
        yield "  next  unladen init"
        return Exit.PASS
    for each in files:
        yield f"{change_of(each):<12} {_shown(each.path)}{f': {each.why}' if each.why else ''}"
    yield ""
    for finding in examined(project):
        yield from finding_lines(finding)
    yield ""
    if any(each.changes for each in files):
        yield "  unladen init --undo takes all of this out again"
    yield f"  next  {step}"
    return Exit.PASS


def change_of(file: PlannedFile) -> str:
    if not file.changes:
        return "left"
    if file.before is None:
        return "new"
    return "removed" if file.after is None else "changed"


def _shown(path: Path) -> str:
    """As who stands here would type it."""
    return os.path.relpath(path)


def _no_suite(around: Surroundings, as_json: bool) -> Result:
    if as_json:
        what = f"no suite in {around.folder}"
        raise ConfigError(what, "unladen init without --json says what to do")
    packages = [each.name for each in around.packages] or ["yours"]
    lines = [f"no suite in {around.folder}", *no_suite(name_of(around.folder), packages[0])]
    return Result([*lines, "  next  write these, git add them, and: unladen init"], Exit.USAGE)


def found(around: Surroundings, project: Project) -> Iterator[Finding]:
    if around.has_asv:
        place = os.path.relpath(project.asv.source.inside)
        yield Finding("project", f"{project.asv.conf.project}, benchmarks in {place}/")
        if Path.cwd() != project.folder:
            yield Finding("suite", f"of {_shown(project.folder)}/: verbs find it from here")
    else:
        files = f"{around.tests[0]}{' ...' if len(around.tests) > 1 else ''}"
        told = f"{len(around.tests)} files with pytest-benchmark's fixture: {files}"
        yield Finding("suite", told)
    packages = [f"{each.name} ({len(each.parts)} parts)" for each in around.packages]
    yield Finding("packages", ", ".join(packages) or "none found: categories are yours to write")
    systems = [each for each in around.ci if each not in ("github", "gitlab")]
    if systems:
        told = f"{', '.join(systems)}: what it has to run is  unladen gate BASE HEAD"
        yield Finding("CI", told)
    if around.has_asv:
        yield from _of_asv(project)
    yield Finding("records", f"in {_shown(project.records.folder)}/")
    yield environments_of(project)[0]
    yield Finding("Pythons", f"{', '.join(pythons.here()) or 'none'} on this machine")


def _of_asv(project: Project) -> Iterator[Finding]:
    conf = project.asv.conf
    if conf.build_command is None:
        told = "without isolation where setuptools is all that the build asks for"
        yield Finding("builds", told)
    elif not any("--no-deps" in str(command) for command in conf.build_command):
        told = "by the project's own command; --no-deps would make it faster and safer"
        yield Finding("builds", told)
    yield Finding("asv_runner", _runner(conf))
    if not project.writes_asv_results():
        told = f"{_shown(project.asv.results)}/ is in git: gates leave it as it is"
        yield Finding("results", told, 'asv-results = "always" has asv\'s files written there')


def _runner(conf: object) -> str:
    if "pip+asv_runner" in str(getattr(conf, "matrix", {})):
        return "pinned by the project's matrix"
    return "not pinned by the project: unladen installs 0.3.2 (asv takes the newest)"


def environments_of(project: Project) -> tuple[Finding, str]:
    """Those that can be made here; where none can, the name of one that can."""
    wanted = str(project.asv.conf.environment_type or "virtualenv")
    try:
        names = [environment.name for environment in project.asv.environments("a")]
    except ConfigError as error:
        asked = [str(each) for each in project.asv.conf.pythons or ()]
        python = pythons.nearest(asked)
        instead = kinds.of_python(python) if python else ""
        return Finding("environments", f"none can be made: {error.what}", instead), instead
    more = " ..." if len(names) > 3 else ""
    instead = "" if kinds.is_here(wanted) else f" ({wanted} is not here: {kinds.FALLBACK} instead)"
    return Finding("environments", f"{len(names)}: {', '.join(names[:3])}{more}{instead}"), ""


def environment_flag(project: Project, files: Sequence[PlannedFile]) -> str:
    """Unless the settings say it."""
    name = "" if project.config.environment else environments_of(project)[1]
    said = any(f'environment = "{name}"' in (each.after or "") for each in files)
    return f" -E {name}" if name and not said else ""


def next_step(project: Project, flags: str) -> str:
    """A first gate that has something to say here and now."""
    try:
        project.git.commit("HEAD~1")
        if project.git.changed_files(but=project.written):
            flags += " --ignore-dirty"
    except UnladenError:  # a first commit, or a shallow clone
        return f"unladen gate HEAD~1 HEAD{flags}   (or another commit to compare with)"
    return f"unladen gate HEAD~1 HEAD{flags}"
