"""files of two builds that differ -> which of them change what runs, and what was left out.

Python is compared as what runs: without comments, line numbers, docstrings and annotations that
nobody evaluates. Tests count only where something else imports them; version files that a packaging
tool wrote count without the version. Everything else counts by its content.
"""

import ast
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from unladen.judge.machine_code import same_machine_code
from unladen.judge.tests_used import is_test, parsed, used_tests

Pair = tuple[bytes | None, bytes | None]
"""A file as base and as head has it; None where it is not there."""

HEADER_BYTES = 400
GENERATED = re.compile(rb"(?i)generated (by|from)|don't change|do not edit|versioneer")
VERSION_NAMES = frozenset(
    {
        *("version", "__version__", "version_tuple", "__version_tuple__", "__version_info__"),
        *("commit_id", "__commit_id__", "__git_revision__", "git_revision", "version_json"),
        *("full_version", "short_version", "git_commit_hash", "__githash__"),
    }
)
STUBS_ARE_READ = b"attach_stub"
"""lazy_loader finds in a stub what a package is to import."""
NEVER_RUN = (".pyi", "/py.typed")
Function = ast.FunctionDef | ast.AsyncFunctionDef
Nested = ast.ClassDef | Function
Documented = ast.Module | Nested


@dataclass(frozen=True, slots=True)
class ChangedCode:
    """Files that change what runs; and of those that do not, what was left out of them."""

    runs: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()


def changed_code(
    differing: Mapping[str, Pair],
    others: Sequence[bytes],
    tests: Mapping[str, bytes] | None = None,
) -> ChangedCode:
    """`others`: Python files that are not tests, of build and suite, who may import `tests`."""
    runs: list[str] = []
    left_out: dict[str, int] = {}
    for name, pair in sorted(differing.items()):
        what = _left_out(name, pair)
        if what:
            left_out[what] = left_out.get(what, 0) + 1
        else:
            runs.append(name)
    if "tests" in left_out:
        left = [name for name in differing if is_test(name)]
        if used := used_tests(left, others, tests or {}):
            runs += used
            left_out["tests"] -= len(used)
    stubs = [name for name in differing if f"/{name}".endswith(".pyi")]
    if stubs and any(STUBS_ARE_READ in text for text in others):
        runs += stubs
        left_out.pop("type stubs", None)
    told = tuple(f"{what} ({count} files)" for what, count in left_out.items() if count)
    return ChangedCode(tuple(sorted(runs)), told)


def _left_out(name: str, pair: Pair) -> str:
    """What does not run of a file in which nothing else changed; empty if something did."""
    if f"/{name}".endswith(NEVER_RUN):
        return "type stubs"
    if is_test(name):
        return "tests"
    base, head = pair
    if base is None or head is None:
        return ""
    if name.endswith(".so") and same_machine_code(base, head):
        return "where extensions were built"
    if not name.endswith(".py"):
        return ""
    generated = "version" in name.rpartition("/")[2] and all(
        GENERATED.search(text[:HEADER_BYTES]) for text in (base, head)
    )
    if not alike(base, head, generated):
        return ""
    return "versions that the build wrote" if generated else "comments, docstrings and annotations"


def what_runs(source: bytes, generated: bool = False) -> str | None:
    """The same text for sources that run alike; None where this Python cannot read it."""
    tree = runnable(source, generated)
    try:
        return None if tree is None else ast.dump(tree)
    except RecursionError:
        return None


def runnable(source: bytes, generated: bool = False) -> ast.Module | None:
    """Without what never runs; None where this Python cannot read it."""
    tree = parsed(source)
    if tree is None:
        return None
    if generated:
        _without_version(tree)
    try:
        _stripped(tree, _lazy(tree))
        return tree
    except RecursionError:
        return None


def _lazy(tree: ast.Module) -> bool:
    """Whether annotations are kept as text."""
    return any(
        isinstance(node, ast.ImportFrom)
        and node.module == "__future__"
        and any(alias.name == "annotations" for alias in node.names)
        for node in tree.body
    )


def _stripped(tree: ast.AST, lazy: bool) -> None:
    for node in ast.walk(tree):
        if isinstance(node, Documented):
            _without_docstring(node)
        if isinstance(node, Function):
            _without_annotations(node, lazy and not node.decorator_list)


def alike(base: bytes, head: bytes, generated: bool = False) -> bool | None:
    """Whether two sources run alike; None where this Python cannot read them. Equal to comparing
    what `what_runs` makes of them, but what has the same text is not looked into."""
    old = parsed(base)
    new = parsed(head) if old is not None else None
    if old is None or new is None:
        return None
    if generated:
        _without_version(old)
        _without_version(new)
    texts = _lines(base), _lines(head)
    try:
        lazy = _lazy(old)
        return lazy == _lazy(new) and _alike((old, new), texts, lazy)
    except RecursionError:
        return False


Lines = Sequence[bytes]


def _lines(source: bytes) -> Lines:
    """As the parser counts them."""
    return re.split(rb"\r\n|\r|\n", source)


def _alike(both: tuple[Documented, Documented], texts: tuple[Lines, Lines], lazy: bool) -> bool:
    """Two modules, classes or functions, of which the beginning is known to be the same."""
    for each in both:
        _without_docstring(each)
    old, new = both[0].body, both[1].body
    if len(old) != len(new):
        return False
    return all(_alike_statements(pair, texts, lazy) for pair in zip(old, new, strict=True))


def _alike_statements(
    pair: tuple[ast.stmt, ast.stmt], texts: tuple[Lines, Lines], lazy: bool
) -> bool:
    old, new = pair
    if _text(old, texts[0]) == _text(new, texts[1]):
        return True
    if isinstance(old, Nested) and isinstance(new, Nested):
        for nested in (old, new):
            if isinstance(nested, Function):
                _without_annotations(nested, lazy and not nested.decorator_list)
        return _beginning(old) == _beginning(new) and _alike((old, new), texts, lazy)
    for each in pair:
        _stripped(each, lazy)
    return ast.dump(old) == ast.dump(new)


def _text(node: ast.stmt, lines: Lines) -> tuple[object, ...]:
    """Its lines, and where in them it lies; what was put in place of something has no text."""
    value = node.value if isinstance(node, ast.Assign) else node
    if not hasattr(value, "lineno"):
        return (ast.dump(node),)
    first = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", ()))])
    return (node.col_offset, node.end_col_offset, tuple(lines[first - 1 : node.end_lineno]))


def _beginning(node: Nested) -> str:
    """All of it but its body."""
    body = node.body
    node.body = []
    told = ast.dump(node)
    node.body = body
    return told


def _without_docstring(node: Documented) -> None:
    first = node.body[0] if node.body else None
    if (
        isinstance(first, ast.Expr)
        and isinstance(first.value, ast.Constant)
        and isinstance(first.value.value, str)
    ):
        rest: list[ast.stmt] = [] if isinstance(node, ast.Module) else [ast.Pass()]
        node.body = node.body[1:] or rest


def _without_annotations(node: Function, lazy: bool) -> None:
    """Those of local variables are never evaluated; those of parameters not where they are kept as
    text and no decorator is there to read them."""
    for each in _own(node):
        if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name):
            each.annotation = ast.Constant(None)
    if not lazy:
        return
    node.returns = None
    arguments = node.args
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    for argument in [*every, arguments.vararg, arguments.kwarg]:
        if argument is not None:
            argument.annotation = None


def _own(node: ast.AST) -> Iterable[ast.AST]:
    """What runs in a function itself; a class inside of it evaluates its annotations."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield child
            yield from _own(child)


def _without_version(tree: ast.Module) -> None:
    """Assignments of constants to the names that packaging tools use."""
    for node in tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else []
        names = {each.id for each in targets if isinstance(each, ast.Name)}
        if isinstance(node, ast.Assign) and names and names <= VERSION_NAMES and _plain(node.value):
            node.value = ast.Constant(None)


def _plain(value: ast.expr) -> bool:
    if isinstance(value, ast.Tuple | ast.List):
        return all(_plain(each) for each in value.elts)
    return isinstance(value, ast.Constant)
