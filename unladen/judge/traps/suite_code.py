"""modules of a suite -> its benchmarks as code, and what each of them runs of the suite."""

import ast
from collections.abc import Iterable, Iterator
from functools import cached_property

from unladen.judge.suite_names import KINDS
from unladen.judge.traps.reading import Function, Module, dotted, inside
from unladen.judge.traps.scopes import assigned_in, bound_in, functions_in, local_imports
from unladen.judge.traps.values import BenchmarkCode, Code, Owner

MOST_CALLED = 200
MOST_BASES = 30
FOLLOWED = 10
"""Imports of imports."""


class SuiteCode:
    """All modules, by name; names are resolved as far as the suite's own files tell."""

    def __init__(self, modules: Iterable[Module]) -> None:
        self.modules = {module.name: module for module in modules}
        self._direct: dict[Code, tuple[Code, ...]] = {}
        self._called: dict[tuple[int, int], tuple[Code, ...]] = {}

    @cached_property
    def benchmarks(self) -> tuple[BenchmarkCode, ...]:
        return tuple(each for name in sorted(self.modules) for each in self._in(self.modules[name]))

    def meaning(self, module: Module, node: ast.expr, code: Function | None = None) -> str:
        """`np.random.rand` -> `numpy.random.rand`; a builtin by its name; empty for what the suite
        itself binds otherwise."""
        name = dotted(node)
        head, _, rest = name.partition(".")
        local = local_imports(module, code) if code is not None else {}
        if head in local:
            return self._external(local[head], rest)
        if not name or (code is not None and head in bound_in(code)):
            return ""
        if head in module.names:
            return self._external(module.names[head], rest)
        return "" if head in module.defined or head in module.assigned else name

    def _external(self, meant: str, rest: str) -> str:
        for _ in range(FOLLOWED):
            if not meant.startswith("."):
                return f"{meant}.{rest}" if rest else meant
            source, _, wanted = meant.partition(":")
            inner = self.modules.get(source[1:])
            if inner is None or wanted not in inner.names:
                return ""
            meant = inner.names[wanted]
        return ""

    def found(self, module: Module, name: str, left: int = FOLLOWED) -> Code | Owner | None:
        """A function or class of the suite by the name that a module knows it by."""
        node = module.defined.get(name)
        if isinstance(node, Function):
            return Code(module, node)
        if isinstance(node, ast.ClassDef):
            return Owner(module, node)
        if left and (meant := module.names.get(name, "")).startswith("."):
            return self._imported(meant, left - 1)
        star = module.names.get("*", "")
        if left and star.startswith("."):
            inner = self.modules.get(star.partition(":")[0][1:])
            return self.found(inner, name, left - 1) if inner and inner is not module else None
        return None

    def _imported(self, meant: str, left: int) -> Code | Owner | None:
        source, _, wanted = meant.partition(":")
        inner = self.modules.get(source[1:])
        return self.found(inner, wanted, left) if inner is not None and wanted else None

    def module_named(self, module: Module, name: str) -> Module | None:
        """A module of the suite by the name that another one knows it by."""
        source, _, wanted = module.names.get(name, "-").partition(":")
        if not source.startswith("."):
            return None
        return self.modules.get(f"{source[1:]}.{wanted}".strip(".") if wanted else source[1:])

    def family(self, owner: Owner) -> list[Owner]:
        """It and its bases, in about the order in which Python asks them."""
        found: list[Owner] = []
        waiting = [owner]
        while waiting and len(found) < MOST_BASES:
            one = waiting.pop(0)
            if any(one.node is each.node for each in found):
                continue
            found.append(one)
            bases = [self._class(one.module, base) for base in one.node.bases]
            waiting[:0] = [base for base in bases if base is not None]
        return found

    def _class(self, module: Module, node: ast.expr) -> Owner | None:
        found = self._resolved(module, node)
        return found if isinstance(found, Owner) else None

    def _resolved(self, module: Module, node: ast.expr) -> Code | Owner | None:
        head, _, rest = dotted(node).partition(".")
        if not rest:
            return self.found(module, head) if head else None
        inner = self.module_named(module, head)
        return self.found(inner, rest) if inner is not None and "." not in rest else None

    def methods(self, owner: Owner) -> dict[str, Code]:
        found: dict[str, Code] = {}
        for each in self.family(owner):
            for name, node in functions_in(each.node.body):
                found.setdefault(name, Code(each.module, node, owner))
        return found

    def called(self, start: Code) -> tuple[Code, ...]:
        """It, and all functions of the suite that it calls, as far as names tell."""
        key = id(start.function), id(start.owner.node) if start.owner else 0
        if key not in self._called:
            self._called[key] = tuple(self._reached(start))
        return self._called[key]

    def _reached(self, start: Code) -> Iterator[Code]:
        seen: set[int] = set()
        waiting = [start]
        while waiting and len(seen) < MOST_CALLED:
            code = waiting.pop()
            if id(code.function) in seen:
                continue
            seen.add(id(code.function))
            yield code
            waiting += self._calls(code)

    def _calls(self, code: Code) -> tuple[Code, ...]:
        if code not in self._direct:
            calls = (node for node in inside(code.function) if isinstance(node, ast.Call))
            self._direct[code] = tuple(c for node in calls for c in self.target(code, node.func))
        return self._direct[code]

    def target(self, code: Code, called: ast.expr) -> Iterator[Code]:
        """The suite's own functions that a call may mean."""
        if isinstance(called, ast.Attribute) and code.owner is not None:
            if dotted(called.value) == "self":
                if method := self.methods(code.owner).get(called.attr):
                    yield method
                return
            if isinstance(called.value, ast.Call) and dotted(called.value.func) == "super":
                yield from self._of_bases(code, called.attr)
                return
        found = self._resolved(code.module, called)
        if isinstance(found, Owner):
            if made := self.methods(found).get("__init__"):
                yield made
        elif found is not None:
            yield found

    def _of_bases(self, code: Code, name: str) -> Iterator[Code]:
        family = self.family(code.owner) if code.owner else []
        holds = (n for n, each in enumerate(family) if code.function in each.node.body)
        for each in family[next(holds, 0) + 1 :]:
            if node := dict(functions_in(each.node.body)).get(name):
                yield Code(each.module, node, code.owner)
                return

    def _in(self, module: Module) -> Iterator[BenchmarkCode]:
        for node in module.defined.values():
            if isinstance(node, Function):
                yield from self._one(Code(module, node))
            elif isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                owner = Owner(module, node)
                for code in self.methods(owner).values():
                    yield from self._one(code)

    def _one(self, code: Code) -> Iterator[BenchmarkCode]:
        name = code.function.name
        kind = next((kind for pattern, kind in KINDS if pattern.match(name)), None)
        if kind is None or _skipped(code):
            return
        home = code.owner.module if code.owner else code.module
        mine = self.methods(code.owner) if code.owner else {}
        above = {each: found for each in HOOKS if isinstance(found := self.found(home, each), Code)}
        yield BenchmarkCode(
            id=f"{home.name}.{code.name}".lstrip("."),
            kind=kind,
            code=code,
            raw=name.startswith("timeraw_") or name.startswith("Timeraw"),
            setups=tuple(each["setup"] for each in (above, mine) if "setup" in each),
            caches=tuple(each["setup_cache"] for each in (mine, above) if "setup_cache" in each),
            teardowns=tuple(each["teardown"] for each in (above, mine) if "teardown" in each),
            settings=self._settings(code, home),
            has_answers="answers" in mine,
        )

    def _settings(self, code: Code, home: Module) -> dict[str, tuple[Module, ast.expr]]:
        """As asv asks: the function's own, its class's, then its module's."""
        found = {name: (home, value) for name, value in home.assigned.items()}
        for each in reversed(self.family(code.owner) if code.owner else []):
            found |= {name: (each.module, value) for name, value in assigned_in(each.node.body)}
        return found | dict(_set_on(code.module, code))


def _skipped(code: Code) -> bool:
    """By asv's own decorators."""
    decorators = [*code.function.decorator_list]
    decorators += code.owner.node.decorator_list if code.owner else []
    told = [ast.unparse(each).rpartition(".")[2] for each in decorators]
    return any(each in ("skip_benchmark", "skip_benchmark_if(True)") for each in told)


HOOKS = ("setup", "setup_cache", "teardown")


def _set_on(module: Module, code: Code) -> Iterator[tuple[str, tuple[Module, ast.expr]]]:
    """`time_it.number = 1`, below it or in its class."""
    body = [*module.top, *(code.owner.node.body if code.owner else [])]
    for node in body:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Attribute):
                    *_, name = dotted(target.value).split(".")
                    if name == code.function.name:
                        yield target.attr, (module, node.value)
