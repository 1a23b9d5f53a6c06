"""asv's configuration, environments, builds and result files: nobody else imports asv.

asv prints while it works and leans on the working folder; both are contained here.
"""

import contextlib
import copy
import io
import logging
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from unladen.errors import BuildFailed, ConfigError, ToolError
from unladen.model import Commit
from unladen.tools import asv_repository, builds, environments, pythons
from unladen.tools.asv_configuration import (
    check_content,
    check_pyproject,
    configuration_for,
    configuration_in,
    opened,
)
from unladen.tools.foreign import UNREADABLE, shortened
from unladen.tools.git import Git
from unladen.tools.processes import share_locks_by_fork
from unladen.tools.suite_sources import AsvSuite, BenchmarkSource
from unladen.tools.test_requirements import InstalledTests
from unladen.tools.wheels import Wheel, read_wheel, requirements_of

RUNNER = "0.3.2"
WHEELS_KEPT = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Installed:
    """A commit in an environment, ready to be imported by its Python."""

    commit: Commit
    environment: str
    python: Path
    python_version: str
    variables: Mapping[str, str]
    wheel: Wheel | None
    requirements: Mapping[str, str] = field(default_factory=dict)
    """Of asv's matrix, and"""
    settings: Mapping[str, str] = field(default_factory=dict)
    """its variables of the environment: what asv's result files name it by."""
    notes: tuple[str, ...] = ()
    protected: tuple[Path, ...] = ()
    """What may only be read by who runs in it, where the machine can see to that."""


@contextlib.contextmanager
def quiet() -> Iterator[io.StringIO]:
    """What asv prints is kept for error messages; its logger is the root logger."""
    heard = io.StringIO()
    root = logging.getLogger()
    level, handlers = root.level, root.handlers[:]
    root.handlers[:] = [logging.StreamHandler(heard)]
    try:
        with contextlib.redirect_stdout(heard), contextlib.redirect_stderr(heard):
            yield heard
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)


class AsvProject:
    """The project whose asv.conf.json is in this folder; or one with tests for a suite, which asv
    knows nothing of: it makes environments and builds for it all the same."""

    def __init__(self, folder: Path, work: Path, tests: InstalledTests | None = None) -> None:
        share_locks_by_fork()
        from asv.repo import get_repo
        from asv.util import UserError

        self.folder, self._work = folder, work
        self._tests = tests
        self.apart: tuple[Path, ...] = ()
        """Folders that measuring writes to: no part of a suite that they lie in."""
        self.notes: tuple[str, ...] = ()
        found = "asv's configuration" if tests else configuration_in(folder)
        with quiet(), contextlib.chdir(folder):
            try:
                self.conf: Any = (
                    configuration_for(folder, tests.suite) if tests else opened(folder / found)
                )
                check_content(vars(self.conf))
                self._repo: Any
                self._repo, self.notes = asv_repository.opened(self.conf, folder, work, get_repo)
            except (UserError, *UNREADABLE) as error:
                what = f"{found}: {shortened(str(error))}"
                raise ConfigError(what, "asv check says more") from error
            except subprocess.SubprocessError as error:
                raise ToolError(f"{found}: {error}", "asv check says more") from error

    @property
    def source(self) -> BenchmarkSource:
        if self._tests is not None:
            return self._tests.suite
        root = (self.folder / str(self.conf.benchmark_dir)).resolve()
        return AsvSuite(root, self.apart)

    @property
    def results(self) -> Path:
        return (self.folder / str(self.conf.results_dir)).resolve()

    @property
    def html(self) -> Path:
        """asv's own site."""
        return (self.folder / str(self.conf.html_dir)).resolve()

    @property
    def repository(self) -> Path:
        """Where git finds the commits: the project's own folder, or asv's mirror of it."""
        return Path(self._repo._path)

    def environments(
        self, slot: str, wanted: str | None = None, extra: Mapping[str, str] | None = None
    ) -> list[Any]:
        """asv's environments in a place of their own, so that base and head exist side by side."""
        from asv.environment import get_environments
        from asv.plugins.virtualenv import Virtualenv
        from asv.util import UserError

        check_pyproject(self.folder)
        conf = copy.deepcopy(self.conf)
        key = f"{self._tests.key}-" if self._tests else ""
        conf.env_dir = str(self._work / f"env-{key}{slot}")
        conf.build_cache_size = WHEELS_KEPT
        with quiet() as heard, contextlib.chdir(self.folder):
            asked = wanted and conf.environment_type
            if not asked and (told := environments.unusable(conf.environment_type)):
                conf.environment_type = environments.FALLBACK
                self.notes = tuple(dict.fromkeys((*self.notes, told)))
            Virtualenv._find_python = staticmethod(pythons.interpreter)
            try:
                found = list(get_environments(conf, [wanted] if wanted else None))
            except (UserError, *UNREADABLE) as error:
                what = f"asv.conf.json: its environments make no sense: {shortened(str(error))}"
                raise ConfigError(what, "asv check says more") from error
        if not found:
            lines = heard.getvalue().strip().splitlines()
            what = f"asv finds no environment: {' '.join(lines[-1:])} (3.10 and newer are measured)"
            raise ConfigError(what, pythons.one_that_is_here())
        for environment in found:
            self._prepare(environment, extra)
        return found

    def _prepare(self, environment: Any, extra: Mapping[str, str] | None) -> None:
        if not environment.can_install_project():
            what = f"environment {environment.name} cannot change commits"
            raise ConfigError(what, "asv.conf.json: environment_type virtualenv")
        environments.made_of(environment, pythons.interpreter(str(environment.python)))
        environments.without_markers(environment)
        environments.filled_at_once(environment)
        environments.made_safely(environment)
        environment._cache._path = str(self._work / "wheels" / environment.hashname)
        if self._tests is not None:
            environment._base_requirements |= self._tests.for_environment(environment.python)
        for name, version in (extra or {}).items():
            environment._base_requirements[f"pip+{name}"] = version
        if not environment._base_requirements.get("pip+asv_runner"):
            environment._base_requirements["pip+asv_runner"] = RUNNER
        if self.conf.build_command is None:
            environment._build_command = builds.USUAL
            environment._install_command = self.conf.install_command or builds.INSTALL

    def environment(
        self, slot: str, name: str | None, extra: Mapping[str, str] | None = None
    ) -> Any:
        """The named one, or the first; with `extra` packages, for what is never timed."""
        if name is not None and environments.named(name):
            return self.environments(slot, name, extra)[0]
        found = self.environments(slot, None, extra)
        if name is None:
            return found[0]
        for environment in found:
            if environment.name == name:
                return environment
        names = ", ".join(environment.name for environment in found)
        raise ConfigError(f"no environment {name!r}", f"--environment with one of: {names}")

    def make(self, slots: Sequence[Any]) -> None:
        """Environments for several sides, the others as copies of the first."""
        with contextlib.chdir(self.folder):
            for number, environment in enumerate(slots):
                if number:
                    environments.copied(slots[0], environment)
                self._create(environment)

    def install(self, environment: Any, commit: Commit) -> Installed:
        """Create, build, install: whatever of it is not done yet."""
        with contextlib.chdir(self.folder):
            notes = self._install(environment, commit)
            variables = environments.variables_in(environment)
            python = Path(environment.find_executable("python"))
        return Installed(
            commit=commit,
            environment=environment.name,
            python=python,
            python_version=str(environment.python),
            variables=variables,
            wheel=self.wheel_of(environment, commit),
            requirements=dict(environment.requirements),
            settings=dict(environment.env_vars),
            notes=notes + self.notes,
        )

    def build(self, environment: Any, commit: Commit) -> Wheel | None:
        """Nothing is installed: for an environment in which nothing ever is."""
        with contextlib.chdir(self.folder):
            environment._uninstall_command = []
            self._install(environment, commit, only_build=True)
            environment._set_installed_commit_hash(None)
        return self.wheel_of(environment, commit)

    def _install(
        self, environment: Any, commit: Commit, only_build: bool = False
    ) -> tuple[str, ...]:
        from asv.util import ProcessError, UserError

        own = (environment._build_command, environment._install_command)
        built = builds.command_for(self._pyproject(commit))
        attempts = builds.attempts(own, built, (self.conf.build_command, self.conf.install_command))
        self._create(environment)
        failed = []
        for commands, note in attempts:
            install = [] if only_build else commands[1]
            environment._build_command, environment._install_command = commands[0], install
            try:
                with quiet():
                    environment.install_project(self.conf, self._repo, commit.hash)
                    if install == builds.INSTALL:
                        self._install_requirements(environment, commit)
                return (note,) if note else ()
            except (ProcessError, UserError) as error:
                failed.append(error)
            finally:
                environment._build_command, environment._install_command = own
        told = failed[0] if attempts[0][0] is own else failed[-1]
        raise BuildFailed(commit.short, builds.last_lines(told)) from told

    def _create(self, environment: Any) -> None:
        from asv.util import ProcessError, UserError

        try:
            with quiet():
                environment.create()
        except (ProcessError, UserError, OSError) as error:
            where = f"{environment.name} cannot be made at {environment._path}"
            raise ToolError(
                f"{where}:\n{builds.last_lines(error)}",
                self._tests.no_fit if self._tests else builds.NO_FIT,
            ) from error

    def _pyproject(self, commit: Commit) -> str:
        folder = str(getattr(self.conf, "repo_subdir", "") or "")
        return Git(self.repository).text_of(commit, f"{folder}/pyproject.toml".lstrip("/"))

    def _install_requirements(self, environment: Any, commit: Commit) -> None:
        """What the project asks for of others, as asv's own command does, but only where it asks:
        pip then finds all of it there, or gets it."""
        wheel = self.wheel_of(environment, commit)
        if wheel is None or not requirements_of(wheel):
            return
        try:
            environment.run_executable("python", ["-m", "pip", "install", str(wheel.path)])
        except Exception:
            environment._set_installed_commit_hash(None)
            raise

    def python_of(self, environment: Any) -> Path:
        with contextlib.chdir(self.folder):
            return Path(environment.find_executable("python"))

    def wheel_of(self, environment: Any, commit: Commit | str | None) -> Wheel | None:
        """What was built for it of a commit, by itself or by its hash."""
        if commit is None:
            return None
        key = commit if isinstance(commit, str) else commit.hash
        folder = environment._cache.get_cache_dir(key)
        found = sorted(Path(folder).glob("*.whl")) if folder else []
        return read_wheel(found[0]) if len(found) == 1 else None
