"""a folder -> where benchmarks come from: asv's suite, or tests with pytest-benchmark's fixture.

What measures asks only this Protocol: which files the suite is made of, and what a process in the
measured environment must be told to load it.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from unladen.tools.suite_files import suite_files


class BenchmarkSource(Protocol):
    """A suite, as it lies in the working tree."""

    @property
    def root(self) -> Path:
        """The folder that workers load it from."""
        ...

    @property
    def base(self) -> Path:
        """Names of its files are told as from here."""
        ...

    @property
    def inside(self) -> Path:
        """The folder that all of it lies in."""
        ...

    @property
    def modules(self) -> tuple[str, ...]:
        """What its files are imported as, up to the first dot."""
        ...

    @property
    def with_pytest(self) -> bool: ...

    def files(self) -> Iterable[Path]:
        """All that may have a say in what is measured."""
        ...

    def loading(self, packages: Sequence[str]) -> dict[str, Any]:
        """What the probe needs to know beside the root; `packages` are those of the build."""
        ...


def python_files(source: BenchmarkSource) -> list[Path]:
    return [path for path in source.files() if path.suffix == ".py"]


def digest_of(source: BenchmarkSource) -> str:
    """Of the files as they are now: asv, too, measures old commits with them."""
    digest = hashlib.sha256()
    for path in source.files():
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        digest.update(f"{path.relative_to(source.root)} {content}\n".encode())
    return digest.hexdigest()


@dataclass(frozen=True, slots=True)
class AsvSuite:
    """asv's `benchmark_dir`."""

    root: Path
    apart: tuple[Path, ...] = ()
    """Folders below it that are not the suite's: what measuring writes."""
    with_pytest: bool = False

    @property
    def base(self) -> Path:
        return self.root.parent

    @property
    def inside(self) -> Path:
        return self.root

    @property
    def modules(self) -> tuple[str, ...]:
        return (self.root.name,)

    def files(self) -> Iterator[Path]:
        return iter(sorted(suite_files(self.root, self.apart)))

    def loading(self, packages: Sequence[str]) -> dict[str, Any]:  # noqa: ARG002
        return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class PytestSuite:
    """Tests with pytest-benchmark's fixture; `root` is the project's folder."""

    root: Path
    tests: tuple[str, ...]
    """Files of benchmarks, by path below the root."""
    folders: tuple[str, ...]
    """Whatever lies in them belongs to the suite."""
    beside: tuple[str, ...] = ()
    """Other files of it: each conftest.py on the way, and what decides how pytest runs."""
    options: tuple[str, ...] = ()
    """Of the project's own, those that decide what is imported, and how."""
    with_pytest: bool = field(default=True, init=False)

    @property
    def base(self) -> Path:
        return self.root

    @property
    def inside(self) -> Path:
        """Of all folders what they have in common."""
        every = [Path(name).parts for name in (*self.folders, *self.tests)]
        shared = []
        for parts in zip(*every, strict=False):
            if len(set(parts)) > 1:
                break
            shared.append(parts[0])
        found = self.root.joinpath(*shared)
        return found if found.is_dir() else found.parent

    @property
    def modules(self) -> tuple[str, ...]:
        """A test file without a package around it is imported by its own name."""
        names = {Path(name).stem for name in self.tests}
        return tuple(sorted(names | {Path(name).parts[0] for name in self.folders}))

    def files(self) -> Iterator[Path]:
        found = {path for name in self.folders for path in suite_files(self.root / name)}
        found |= {self.root / name for name in (*self.tests, *self.beside)}
        yield from sorted(path for path in found if path.is_file())

    def loading(self, packages: Sequence[str]) -> dict[str, Any]:
        return {
            "tests": list(self.tests),
            "files": [*self.tests, *self.beside],
            "folders": list(self.folders),
            "packages": list(packages),
            "options": list(self.options),
        }
