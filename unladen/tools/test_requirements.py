"""a PytestSuite -> what pip must install beside the project, so that its tests can be imported.

Of all that the project declares anywhere only what its benchmarks import, and plugins of pytest
that may bring a fixture: a group `dev` also holds linters and documentation. What is imported and
declared nowhere is not guessed: the name of a module says nothing about who published a package
of that name.
"""

import ast
import hashlib
import re
import sys
import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from unladen.tools.declared_requirements import (
    Requirement,
    applies,
    by_name,
    declared,
    normalised,
)
from unladen.tools.suite_sources import PytestSuite, python_files

ALWAYS = ("pytest", "pytest-benchmark")
MODULES = {
    "yaml": "pyyaml",
    "dateutil": "python-dateutil",
    "attr": "attrs",
    "bs4": "beautifulsoup4",
    "sklearn": "scikit-learn",
    "PIL": "pillow",
    "cv2": "opencv-python",
    "OpenSSL": "pyopenssl",
    "google": "protobuf",
    "msgpack": "msgpack",
    "jwt": "pyjwt",
    "bson": "pymongo",
    "ujson": "ujson",
    "_pytest": "pytest",
    "faker": "faker",
    "skimage": "scikit-image",
    "git": "gitpython",
    "zmq": "pyzmq",
    "Crypto": "pycryptodome",
    "serial": "pyserial",
    "docx": "python-docx",
    "dotenv": "python-dotenv",
    "magic": "python-magic",
    "jose": "python-jose",
    "socks": "pysocks",
    "usb": "pyusb",
    "websocket": "websocket-client",
    "mpl_toolkits": "matplotlib",
    "pkg_resources": "setuptools",
}
"""Where a module is not called as its package; only among what a project declares itself."""
NEVER = re.compile(
    r"pytest-(cov|xdist|randomly|sugar|timeout|rerunfailures|codspeed|html|github-actions.*|emoji"
    r"|instafail|icdiff|pretty|clarity|picked|split|flakefinder|memray|mypy.*|ruff|flake8|black"
    r"|pylint|isort|socket|enabler|order(ing)?|repeat|profiling|monitor|testmon|watch|run-parallel"
    r"|mpl|sphinx|subtests|nbmake|nbval|typing|freethreaded|reportlog|metadata|checkdocs|pycodestyle|doctestplus|examples|markdown.*)"
)
"""They report, select, spread or forbid: nothing that a benchmark asks for."""
PREFERRED = re.compile(r"bench|perf|test|codspeed|dev")
"""Of several places that declare one requirement, one that is called like this."""


@dataclass(frozen=True, slots=True)
class InstalledTests:
    """A suite of tests, and what is asked for beside what it is seen to need."""

    suite: PytestSuite
    extra: tuple[str, ...] = ()

    def for_environment(self, python: str) -> dict[str, str]:
        """As asv keeps what its environments need."""
        return {f"pip+{text}": "" for text in requirements_for(self.suite, self.extra, python)[0]}

    @property
    def no_fit(self) -> str:
        """What to do where pip cannot install it."""
        texts = ", ".join(f'"{text}"' for text in self._texts())
        return f"pyproject.toml: [tool.unladen] test-requirements; asked for was {texts}"

    def _texts(self) -> list[str]:
        running = f"{sys.version_info.major}.{sys.version_info.minor}"
        return requirements_for(self.suite, self.extra, running)[0]

    @property
    def key(self) -> str:
        """Another one where other packages are needed: environments are filled when they are
        made."""
        return hashlib.sha256(" ".join(self._texts()).encode()).hexdigest()[:8]


@cache
def requirements_for(
    suite: PytestSuite, extra: tuple[str, ...], python: str
) -> tuple[list[str], list[str]]:
    """For pip; and modules that are imported, and declared nowhere. `extra`: the project's own
    setting, which is taken as it is."""
    known = by_name(each for each in declared(suite.root) if applies(each.marker, python))
    wanted = {name: name for name in ALWAYS}
    own, every = _own(suite), set(_imported(suite))
    imported = sorted({name for name in every if "." not in name} - own)
    adapters = {normalised(each) for name in every if "." in name for each in name.split(".")[1:]}
    adapters -= {normalised(name) for name in own}
    wanted |= {name: _chosen(known[name]).text for name in adapters & known.keys()}
    undeclared = []
    for module in imported:
        name = MODULES.get(module, normalised(module))
        if name in known:
            wanted[name] = _chosen(known[name]).text
        elif normalised(module) not in ALWAYS:
            undeclared.append(module)
    for name, each in known.items():
        plugin = name.startswith("pytest-") or name == "anyio"
        if name in ALWAYS or (plugin and not NEVER.fullmatch(name)):
            wanted[name] = _chosen(each).text
    asked = {normalised(re.split(r"[\s\[<>=!~;]", text.strip())[0]): text for text in extra}
    return sorted((wanted | asked).values()), undeclared


def _chosen(each: Sequence[Requirement]) -> Requirement:
    return min(each, key=lambda one: not PREFERRED.search(one.place))


def _own(suite: PytestSuite) -> set[str]:
    """Python's, the suite's, and what lies in the working tree: the project itself is installed."""
    roots = (suite.root, suite.root / "src", suite.root / "lib", suite.root / "python")
    folders = {path.name for root in roots if root.is_dir() for path in root.iterdir()}
    local = {name.removesuffix(".py") for name in folders}
    beside = {path.stem for path in python_files(suite)}
    inside = {path.parent.name for path in python_files(suite)}
    return {*sys.stdlib_module_names, *suite.modules, *local, *beside, *inside}


def _imported(suite: PytestSuite) -> Iterator[str]:
    """Of the files with benchmarks, each conftest.py, and what of the suite these import; also with
    all its parts: `project.adapters.orjson` is there for who has that."""
    files = {path.stem: path for path in python_files(suite)}
    waiting = [suite.root / name for name in (*suite.tests, *suite.beside)]
    seen: set[Path] = set()
    while waiting:
        path = waiting.pop()
        if path in seen or path.suffix != ".py":
            continue
        seen.add(path)
        for name, words in _imports(path):
            if name:
                yield name
                yield ".".join([name, *words])
            waiting += [files[word] for word in words if word in files]


def _imports(path: Path) -> Iterator[tuple[str, Iterable[str]]]:
    """The first part of each name, empty for relative ones; and all parts."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(path.read_bytes())
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name.partition(".")[0], alias.name.split(".")
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            first = "" if node.level else module.partition(".")[0]
            yield first, [*module.split("."), *(alias.name for alias in node.names)]
        elif isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else ""
            if called in ("importorskip", "import_module") and isinstance(node.args[0].value, str):
                name = node.args[0].value
                yield name.partition(".")[0], name.split(".")
