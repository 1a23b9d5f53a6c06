"""files of a suite x those that a commit changed -> modules of benchmarks that it cannot reach.

Names are compared, not resolved: whoever mentions the name of a changed file in an import, or
imports somebody who does, may be reached. In doubt everybody is.
"""

import ast
import re
from collections.abc import Collection, Mapping

from unladen.judge.tests_used import imported_names, parsed

INIT = "__init__"
LOOKS = (b"importlib", b"__import__", b"exec(", b"eval(", b"runpy", b"run_path", b"pkgutil")
"""What imports by a text: then each word of each text in the file may be the name."""
COMPUTES = (
    *(b"listdir", b"glob", b"scandir", b"walk", b"iter_modules", b"__file__", b"__path__"),
    *(b"__name__", b"__package__", b"__spec__", b"input(", b"environ"),
)
"""What such a text may come from without standing there: then everything may be reached."""
WORD = re.compile(r"\w+")


def spared(files: Mapping[str, bytes], changed: Collection[str]) -> frozenset[str]:
    """`files`: all Python of the suite, by path below it, as the later commit has it. Modules are
    named as benchmarks name them."""
    if any(not name.endswith(".py") or name not in files for name in changed):
        return frozenset()
    words: dict[str, frozenset[str]] = {}
    for name, source in files.items():
        found = _words(source)
        if found is None:
            return frozenset()
        words[name] = found
    return frozenset(_module(name) for name in files if not _reached(name, words, changed))


def _words(source: bytes) -> frozenset[str] | None:
    """Each part of each name that it may import; None where that can be anything."""
    found = imported_names(source)
    if found is None:
        return None
    words = {part for each in found for part in each.split(".")}
    if any(look in source for look in LOOKS):
        if any(way in source for way in COMPUTES):
            return None
        tree = parsed(source)
        nodes = ast.walk(tree) if tree is not None else ()
        for node in nodes:
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                words |= {*WORD.findall(node.value)}
    return frozenset(words)


def _reached(name: str, words: Mapping[str, frozenset[str]], changed: Collection[str]) -> bool:
    seen: set[str] = set()
    pending = [name]
    while pending:
        one = pending.pop()
        if one in changed:
            return True
        if one in seen:
            continue
        seen.add(one)
        pending += _packages(one, words)
        pending += [other for other in words if _stem(other) in words[one]]
    return False


def _packages(name: str, files: Collection[str]) -> list[str]:
    """What runs before it: of each folder that it lies in."""
    folders = name.split("/")[:-1]
    places = ["/".join([*folders[:depth], f"{INIT}.py"]) for depth in range(len(folders) + 1)]
    return [place for place in places if place in files]


def _stem(name: str) -> str:
    *folders, file = name.removesuffix(".py").split("/")
    return folders[-1] if file == INIT and folders else file


def _module(name: str) -> str:
    return name.removesuffix(".py").removesuffix(f"/{INIT}").replace("/", ".")
