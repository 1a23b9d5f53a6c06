"""a suite of asv's -> its benchmarks, and messages about them; each is found and described alone.

A benchmark may raise whatever it likes when it is looked at: it is then listed by name with the
reason, and the others go on.
"""

import inspect
import json
import os
import pkgutil
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from unladen_probe_task import describe

Message = dict[str, Any]
MOST_CHARACTERS = 1 << 21
"""The longest description of one benchmark that is read."""
MOST_OF_ALL = 1 << 25
ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")


class SuiteSearch:
    """What asv's own search finds in modules of a suite, and why it could not take the rest."""

    def __init__(self) -> None:
        self.benchmarks: dict[str, Any] = {}
        self.failed: dict[str, str] = {}
        """Benchmarks that cannot be looked at, by name."""
        self.problems: list[list[str]] = []
        """Modules that cannot be searched."""

    def search(self, root: str, modules: Sequence[str]) -> None:
        """Through all modules, or through those that are named and imported."""
        from asv_runner import discovery

        whole, one = discovery.disc_modules, discovery._get_benchmark
        if modules:
            loaded = {name: sys.modules[name] for name in modules if name in sys.modules}
        else:
            every = whole(os.path.basename(root), ignore_import_errors=True)
            loaded = {module.__name__: module for module in every}
        discovery._get_benchmark = self._alone(one)
        try:
            for name, module in loaded.items():
                discovery.disc_modules = lambda *_, found=module, **__: iter([found])
                self._search(discovery.disc_benchmarks(root, ignore_import_errors=True), name)
        finally:
            discovery.disc_modules, discovery._get_benchmark = whole, one

    def _search(self, found: Iterator[Any], module: str) -> None:
        try:
            for benchmark in found:
                self.benchmarks[benchmark.name] = benchmark
        except BaseException as error:  # noqa: BLE001 - what a module holds may raise anything
            self.problems.append([module, describe(error)])

    def _alone(self, one: Callable[..., Any]) -> Callable[..., Any]:
        """asv's function that makes one benchmark; where that raises, the others go on."""

        def made(name: str, module: Any, owner: Any, function: Any) -> Any:
            try:
                return one(name, module, owner, function)
            except BaseException as error:  # noqa: BLE001 - a benchmark may raise anything
                self.failed[_name(name, module, owner, function)] = describe(error)
                return None

        return made

    def described(self) -> list[Message]:
        """A message about each that can be described; the others are among the failed then."""
        return list(whole(self.benchmarks, described, self.failed))


def _name(name: str, module: Any, owner: Any, function: Any) -> str:
    """As asv makes it."""
    own = [owner.__name__, name] if owner else [function.__name__]
    asked = vars(function).get("benchmark_name")
    return asked if isinstance(asked, str) else ".".join([*module.__name__.split(".")[1:], *own])


def whole(
    benchmarks: Mapping[str, Any], about: Callable[[Any], Message], failed: dict[str, str]
) -> Iterator[Message]:
    """Messages that can be written, and are not too long; of the others the reason."""
    left = MOST_OF_ALL
    for name, benchmark in benchmarks.items():
        try:
            message = about(benchmark)
            length = len(json.dumps(message, skipkeys=True))
            if length > min(MOST_CHARACTERS, left):
                raise ValueError(f"its parameters and attributes take {length:,} characters")
        except BaseException as error:  # noqa: BLE001 - a benchmark may raise anything
            failed[name] = f"it cannot be described: {describe(error)}"
        else:
            left -= length
            yield message


def described(benchmark: Any) -> Message:
    function = inspect.unwrap(benchmark.func)
    try:
        file = inspect.getsourcefile(function) or ""
        line = inspect.getsourcelines(function)[1]
    except (OSError, TypeError):
        file, line = "", 0
    instance = getattr(benchmark.func, "__self__", None)
    return {
        "name": benchmark.name,
        "type": benchmark.type,
        "unit": str(benchmark.unit),
        "version": ADDRESS.sub("", str(benchmark.version)),
        "params": benchmark.params,
        "param_names": benchmark.param_names,
        "timeout": benchmark.timeout,
        "setup_cache_key": benchmark.setup_cache_key,
        "setup_cache_timeout": benchmark.setup_cache_timeout,
        "module": getattr(benchmark._attr_sources[-1], "__name__", ""),
        "has_answers": hasattr(instance, "answers") or hasattr(instance, "workload_digest"),
        "file": file,
        "line": line,
        "raw": _plain(benchmark),
    }


def _plain(benchmark: Any) -> Message:
    """What asv itself keeps of a benchmark, in its benchmarks.json."""
    simple = (str, int, float, list, dict, bool)
    found = vars(benchmark).items()
    return {k: v for k, v in found if isinstance(v, simple) and not k.startswith("_")}


def facts() -> Message:
    from importlib.metadata import distributions

    packages = {}
    for found in distributions():
        name = found.metadata["Name"]
        if name:
            packages[name] = found.version
    return {"python": sys.version.split()[0], "packages": packages}


def modules_below(root: str, name: str) -> Iterator[str]:
    """Nothing of the suite is imported for it."""
    yield name
    for found in pkgutil.iter_modules([root]):
        if found.ispkg:
            yield from modules_below(os.path.join(root, found.name), f"{name}.{found.name}")
        else:
            yield f"{name}.{found.name}"
