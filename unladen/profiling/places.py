"""where a frame stands (file, name, line) -> the function of the project, or of outside, it is."""

from collections.abc import Mapping
from pathlib import Path

from unladen.model.anatomy import Function
from unladen.profiling.source import functions_below, functions_of, key_of, module_of
from unladen.tools.asv import Installed
from unladen.tools.suite_sources import BenchmarkSource, python_files

DECORATORS = 20
"""Lines above a `def` that may still belong to it."""


class Places:
    """The functions of one side: of its packages, of its suite, and outside ones as met."""

    def __init__(self, installed: Installed, suite: BenchmarkSource, packages: list[str]) -> None:
        self.packages = packages
        self.site = site_packages(installed)
        self.functions: dict[str, Function] = dict(functions_below(self.site, packages))
        for path in python_files(suite):
            name = path.relative_to(suite.base).as_posix()
            self.functions |= {each.key: each for each in functions_of(path, name)}
        self._suite = suite
        self._by_file: dict[str, list[Function]] = {}
        for function in self.functions.values():
            self._by_file.setdefault(function.key.partition(":")[0], []).append(function)

    def file_of(self, path: str) -> str:
        """As keys name it: below the environment's packages, the suite, or Python's library."""
        place = Path(path)
        for root in (self.site, self._suite.base):
            if place.is_relative_to(root):
                name = place.relative_to(root).as_posix()
                if not name.startswith("."):  # asv's folders lie beside the suite
                    return name
        parts = place.parts
        for number, part in enumerate(parts):
            if part.startswith("python3.") and "lib" in parts[:number]:
                rest = parts[number + 1 :]
                return "/".join(rest[1:] if rest[:1] == ("site-packages",) else rest)
        return place.name if path.startswith("/") else path

    def at(self, path: str, name: str, line: int) -> Function:
        """The innermost function of this name around this line."""
        file = self.file_of(path)
        last = name.rpartition(".")[2]
        fitting = [
            function
            for function in self._by_file.get(file, ())
            if function.name.rpartition(".")[2] == last
            and function.line - DECORATORS <= line <= function.end
        ]
        if fitting:
            return min(fitting, key=lambda f: (line < f.line, f.end - f.line, abs(f.line - line)))
        key = key_of(file, name)
        if key not in self.functions:
            self.functions[key] = Function(key=key, module=module_of(file), name=name, line=line)
        return self.functions[key]

    def around(self, file: str, line: int) -> str:
        """The innermost function around a line, or the module that it stands in."""
        fitting = [f for f in self._by_file.get(file, ()) if f.line <= line <= f.end and not f.text]
        if fitting:
            return min(fitting, key=lambda f: f.end - f.line).key
        return self.at(file, "<module>", line).key

    def named(self, path: str, name: str) -> Function:
        """By qualified name, where no line is known."""
        file = self.file_of(path)
        return self.functions.get(key_of(file, name)) or self.at(path, name, 0)

    def starting(self, path: str, name: str, line: int) -> Function:
        """By the line it starts at, as counters know it."""
        file = self.file_of(path)
        for function in self._by_file.get(file, ()):
            if (function.line, function.name) == (line, name):
                return function
        return self.at(path, name, line)

    def used(self, *tables: Mapping[str, object]) -> dict[str, Function]:
        """The project's, and those of outside that were met."""
        met = {key for table in tables for key in table}
        return {k: f for k, f in self.functions.items() if f.body or k in met}


def site_packages(installed: Installed) -> Path:
    prefix = installed.python.parent.parent
    found = sorted(prefix.glob("lib/python3*/site-packages"))
    return found[0] if found else prefix
