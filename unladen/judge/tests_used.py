"""test files of a build x what everything else imports -> which of them can run outside of tests.

What imports a test file directly, or a folder of tests, may run it; and what that one imports may
run, too. Names are compared, not resolved: in doubt a test is used.
"""

import ast
import re
import warnings
from collections.abc import Iterable, Mapping, Sequence

DOTTED = re.compile(r"\.?[A-Za-z_]\w*(?:\.\w+)+")
TESTS = frozenset({"tests", "test"})


def is_test(name: str) -> bool:
    """Python only: data of tests may be opened by anybody, and counts by its content."""
    *folders, file = name.split("/")
    named = file == "conftest.py" or file.startswith("test_") or file.endswith("_test.py")
    return file.endswith(".py") and (bool(TESTS & {*folders}) or named)


def used_tests(
    asked: Sequence[str], others: Iterable[bytes], tests: Mapping[str, bytes]
) -> list[str]:
    """Of those that are asked about; `tests` are all that the build has."""
    paths = {name: _path(name) for name in (*asked, *tests)}
    used: set[str] = set()
    pending = list(others)
    while pending:
        found = imported_names(pending.pop())
        if found is None:
            return list(asked)
        words = {part for name in found for part in name.split(".")}
        folders = [name for name in found if TESTS & {*name.split(".")}]
        for name, path in paths.items():
            if name not in used and (
                path[-1] in words or any(_leads_to(each, path) for each in folders)
            ):
                used.add(name)
                pending += [tests[name]] if name in tests else []
    return [name for name in asked if name in used]


def _path(name: str) -> list[str]:
    return name.removesuffix(".py").removesuffix("/__init__").split("/")


def _leads_to(imported: str, path: Sequence[str]) -> bool:
    """Whether a name that is imported lies in the folder of tests that a test lies in: that may run
    all it has. A relative name begins wherever its file lies."""
    parts = imported.strip(".").split(".")
    folder = parts[: next(k for k, part in enumerate(parts) if part in TESTS) + 1]
    starts = range(len(path)) if imported.startswith(".") else range(1)
    return any(path[start : start + len(folder)] == folder for start in starts)


def imported_names(source: bytes) -> set[str] | None:
    """What is imported, also by a text that could be the name of a module: relative names begin
    with a dot. None where this Python cannot read it."""
    tree = parsed(source)
    if tree is None:
        return None
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            start = f"{'.' if node.level else ''}{node.module or ''}"
            names |= {f"{start}.{alias.name}".replace("..", ".") for alias in node.names}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            names |= {node.value} if DOTTED.fullmatch(node.value) else set()
    return names


def parsed(source: bytes) -> ast.Module | None:
    try:
        with warnings.catch_warnings():  # of the project's own escapes: not ours to tell
            warnings.simplefilter("ignore")
            return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
