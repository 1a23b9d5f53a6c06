"""what changed in two builds x what ran of both -> which benchmarks the change can reach.

A benchmark is out of reach if every function that it runs is the same on both sides, nothing that
it runs mentions a name whose binding changed, and no module that its process imports changed in any
other way. What cannot be seen is taken to be in reach.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from unladen.judge.expressions import DYNAMIC, LOOKUPS
from unladen.judge.layout import ClassLayout, Layout, Statement, layout
from unladen.judge.packaging import COMPILED
from unladen.judge.tests_used import TESTS
from unladen.judge.what_ran import Ran

SUITE = "suite:"
"""Before the names of the suite's own files; those of the build are as in its wheel."""
COMPILERS = frozenset({"numba", "cupyx", "triton", "taichi", "torch", "pythran"})
"""They read functions instead of calling them: a function may run that no tracer sees."""
HOOKS = frozenset({"__getattr__", "__dir__", "__path__", "__class__"})
"""Of a module: what is found in it is no longer what it binds."""
ELSEWHERE = ".data/"
"""Before the names of files that a wheel puts where it was told to: nobody knows them by name."""
INSTALLED = "an installed package"
"""Among the files that changed."""
UNSEEN = "what runs cannot be seen: "


@dataclass(slots=True)
class Side:
    """The files of a build and of the suite, read when they are asked for."""

    sources: Mapping[str, bytes]
    _layouts: dict[str, Layout | None] = field(default_factory=dict)

    def layout(self, name: str) -> Layout | None:
        if name not in self._layouts:
            source = self.sources.get(name)
            self._layouts[name] = Layout() if source is None else layout(source)
        return self._layouts[name]


@dataclass(slots=True)
class Difference:
    """Of modules that are imported."""

    functions: set[tuple[str, str]] = field(default_factory=set)
    """File and key: their bodies or signatures changed, or one side does not have them."""
    names: set[str] = field(default_factory=set)
    """Bound to something else, or by something that mentions such a name."""
    fresh: set[str] = field(default_factory=set)
    """Of these, functions of modules that only one side has: whoever finds one without mentioning
    it, and calls it, is seen where it runs."""
    anything: str = ""
    """Why any benchmark may be another one; empty if that can be told of each."""

    def give_up(self, why: str) -> None:
        self.anything = self.anything or why


def difference(sides: Sequence[Side], files: Iterable[str], modules: frozenset[str]) -> Difference:
    """What differs, for a process that imported these modules."""
    found = Difference()
    for file in files:
        if data_of_tests(file):
            continue
        if not file.endswith(".py") or file.startswith(ELSEWHERE):
            found.give_up(f"{file} changed")
        elif file in modules:
            _compare(file, sides[0].layout(file), sides[1].layout(file), found)
    if found.names and not found.anything:
        _spread([side.layout(name) for side in sides for name in sorted(modules)], found)
    return found


DOCS = frozenset({"docs", "doc"})


def data_of_tests(name: str) -> bool:
    """It reaches who opens it, and so does what lies among documents; some wheels hold their tests
    and documents, and many commits change some. What is loaded or compiled is opened by others,
    whom nobody hears."""
    *folders, file = name.split("/")
    plain = not file.endswith((".py", ".pth")) and not native(file)
    return plain and bool((TESTS | DOCS) & {*folders}) and not name.startswith(ELSEWHERE)


def native(name: str) -> bool:
    """Machine code, or what it is made of."""
    file = name.rpartition("/")[2].lower()
    return file.endswith((".so", ".pyd", ".dll", ".dylib")) or bool(COMPILED.search(file))


def _compare(file: str, old: Layout | None, new: Layout | None, found: Difference) -> None:
    if old is None or new is None:
        found.give_up(f"{file} cannot be read")
        return
    for key in old.functions.keys() | new.functions.keys():
        one, other = old.functions.get(key), new.functions.get(key)
        if one is None or other is None or one.text != other.text:
            found.functions.add((file, key))
    found.names |= _rebound(file, old.statements, new.statements, found, "")


def _rebound(
    file: str, old: Sequence[Statement], new: Sequence[Statement], found: Difference, path: str
) -> set[str]:
    """Names that statements bind which stand on one side only."""
    before, after = Counter(s.text for s in old), Counter(s.text for s in new)
    gone = [each for each in old if before[each.text] > after[each.text]]
    come = [each for each in new if after[each.text] > before[each.text]]
    changed = {each.text for each in (*gone, *come)}
    if [s.text for s in old if s.text not in changed] != [
        s.text for s in new if s.text not in changed
    ]:
        found.give_up(f"{file}: the order of what it does when imported")
    classes = {each.made.name: each.made for each in gone if each.made}
    signatures = {s.defines for s in gone} & {s.defines for s in come} - {""}
    names: set[str] = set()
    for each in (*gone, *come):
        if each.made and each.made.name in classes and any(_made(s) == _made(each) for s in come):
            if each in come:
                names |= _reshaped(file, classes[each.made.name], each.made, found, path)
        elif each.defines in signatures:
            found.functions.add((file, f"{path}{each.defines.partition(' ')[0]}"))
        elif each.binds is None or each.binds & HOOKS:
            found.give_up(f"{file} does something else when it is imported")
        else:
            names |= each.binds
            if each.defines and not path and _alone(each, (*old, *new)):
                found.fresh |= each.binds
    return names


def _alone(statement: Statement, among: Sequence[Statement]) -> bool:
    """Whether nothing else binds its name, or may."""
    bound = statement.binds or frozenset()
    others = [each for each in among if each is not statement]
    return not any(each.binds is None or each.binds & bound for each in others)


def _made(statement: Statement) -> str:
    return statement.made.name if statement.made else ""


def _reshaped(
    file: str, old: ClassLayout, new: ClassLayout, found: Difference, path: str
) -> set[str]:
    """Of a class: its attributes; also the class itself, unless only methods came or went that
    nobody finds but by their names."""
    if old.header != new.header:
        found.give_up(f"{file}: {new.name} has other bases or decorators")
    names = _rebound(file, old.statements, new.statements, found, f"{path}{new.name}.")
    methods = {each.defines for each in (*old.statements, *new.statements)}
    hidden = new.closed and names <= methods and not any(n.startswith("__") for n in names)
    return names if hidden or not names else {*names, new.name}


def _spread(layouts: Iterable[Layout | None], found: Difference) -> None:
    """Names that are bound, in any module, by what mentions a changed name."""
    known = [each for layout in layouts if layout is not None for each in layout.statements]
    grown = True
    while grown:
        grown = False
        for each in known:
            words = each.mentions & found.names
            if words and each.binds is None:
                found.give_up(f"{min(words)} is used when modules are imported")
                return
            if words and each.binds is not None and not each.binds <= found.names:
                found.names |= each.binds
                grown = True


@dataclass(slots=True)
class Reach:
    """Two builds, which files of them changed, and what each benchmark ran of both."""

    sides: Sequence[Side]
    files: Sequence[str]
    _differences: dict[frozenset[str], Difference] = field(default_factory=dict)

    def why(self, ran: Sequence[Ran]) -> str:
        """How the change can reach a benchmark that ran this on each side; empty if it cannot."""
        unseen = [each for side in ran for each in side.unseen]
        if unseen:
            return UNSEEN + unseen[0]
        if not all(any(not name.startswith(SUITE) for name in side.modules) for side in ran):
            return UNSEEN + "no module of the build is among those that were imported"
        if ran[0].foreign != ran[1].foreign:
            other = min(ran[0].foreign ^ ran[1].foreign)
            return f"only one side imports {other}"
        opened = sorted(ran[0].opened | ran[1].opened)
        for file in (each for each in self.files if data_of_tests(each)):
            if file in opened:
                return f"{file} changed, and is opened"
        modules = ran[0].modules | ran[1].modules
        if modules not in self._differences:
            self._differences[modules] = difference(self.sides, self.files, modules)
        found = self._differences[modules]
        if found.anything:
            return found.anything
        compilers = COMPILERS & ran[0].foreign
        if compilers and found.functions:
            return UNSEEN + f"{min(compilers)} compiles functions"
        return self._by_what_ran(ran, found)

    def interprets(self, ran: Iterable[Ran]) -> bool:
        """Whether the same machine code runs on both sides: only what it interprets changed."""
        compilers = any(COMPILERS & each.foreign for each in ran)
        return not compilers and not any(map(native, self.files)) and INSTALLED not in self.files

    def functions(self, side: int, ran: Ran) -> tuple[str, ...]:
        """Of the project, that one side ran."""
        found = set()
        for file, line in ran.codes:
            layout = None if file.startswith(SUITE) else self.sides[side].layout(file)
            if layout is not None and (function := layout.at(line)) is not None:
                found.add(f"{file}:{function.key}")
        return tuple(sorted(found))

    def _by_what_ran(self, ran: Sequence[Ran], found: Difference) -> str:
        functions: list[set[tuple[str, str]]] = []
        for side, one in zip(self.sides, ran, strict=True):
            known, told = self._functions(side, one, found)
            if told:
                return told
            functions.append(known)
        if functions[0] != functions[1]:
            file, key = min(functions[0] ^ functions[1])
            return f"{file}:{key} ran on one side only"
        return ""

    def _functions(
        self, side: Side, ran: Ran, found: Difference
    ) -> tuple[set[tuple[str, str]], str]:
        known: set[tuple[str, str]] = set()
        asked = found.names | LOOKUPS | {DYNAMIC} if found.names - found.fresh else found.names
        if words := ran.words & asked:
            return known, f"code without a file uses {min(words)}"
        for file, line in sorted(ran.codes):
            layout = side.layout(file)
            if layout is None or (file.startswith(SUITE) and file not in side.sources):
                return known, f"{file} cannot be read"
            function = layout.at(line)
            if function is None:
                continue
            known.add((file, function.key))
            if (file, function.key.partition("#")[0]) in found.functions or (
                (file, function.key) in found.functions
            ):
                return known, f"runs {file}:{function.key}, which changed"
            if words := function.mentions & asked:
                return known, f"{file}:{function.key} uses {min(words)}"
        return known, ""
