"""Which benchmarks a change can reach: never told unaffected where it can."""

from dataclasses import replace
from textwrap import dedent

import pytest

from unladen.judge.layout import layout
from unladen.judge.reach import INSTALLED, Reach, Side
from unladen.judge.what_ran import Ran

PACKAGE = {
    "pkg/__init__.py": "from pkg.core import work, Thing\nfrom pkg import extra\n",
    "pkg/core.py": """
        import re
        LIMIT = 10
        TABLE = {"a": 1}
        PATTERN = re.compile("x+")
        def work(n, step=1):
            return sum(range(0, min(n, LIMIT), step))
        def other(n):
            return [n] * 2
        class Base:
            width = 3
            def area(self):
                return self.width * 2
        class Thing(Base):
            def grow(self):
                return self.area() + 1
            @property
            def size(self):
                return self.width
        """,
    "pkg/extra.py": """
        from pkg.core import LIMIT
        def unused():
            return LIMIT
        def nobody():
            return 1
        def dynamic(name):
            return getattr(__import__("pkg.core"), name)
        """,
    "suite:bench.py": """
        import pkg
        class Suite:
            def setup(self):
                self.thing = pkg.Thing()
            def time_work(self):
                pkg.work(100)
            def time_grow(self):
                self.thing.grow()
            def time_nobody(self):
                pkg.extra.nobody()
            def time_dynamic(self):
                pkg.extra.dynamic("core")
        """,
}
MODULES = frozenset(PACKAGE)

RUNS = {
    "work": [("pkg/core.py", "work"), ("suite:bench.py", "Suite.time_work")],
    "grow": [
        ("pkg/core.py", "Thing.grow"),
        ("pkg/core.py", "Base.area"),
        ("suite:bench.py", "Suite.setup"),
        ("suite:bench.py", "Suite.time_grow"),
    ],
    "nobody": [("pkg/extra.py", "nobody"), ("suite:bench.py", "Suite.time_nobody")],
    "dynamic": [("pkg/extra.py", "dynamic"), ("suite:bench.py", "Suite.time_dynamic")],
}


def sources(**changed: str) -> dict[str, bytes]:
    texts = PACKAGE | changed
    return {name: dedent(text).encode() for name, text in texts.items()}


def edited(file: str, old: str, new: str) -> dict[str, bytes]:
    text = dedent(PACKAGE[file])
    assert text.count(old) == 1, old
    return {**sources(), file: text.replace(old, new).encode()}


def ran(files: dict[str, bytes], what: str, **more: object) -> Ran:
    """As the tracer would tell it: code objects by file and first line."""
    codes = set()
    for file, key in RUNS[what]:
        found = layout(files[file])
        assert found is not None
        if key in found.functions:
            codes.add((file, found.functions[key].first))
    modules = frozenset(name for name in files if name.endswith(".py"))
    return Ran(codes=frozenset(codes), modules=modules, **more)  # type: ignore[arg-type]


def why(head: dict[str, bytes], what: str) -> str:
    base = sources()
    changed = [n for n in base.keys() | head.keys() if base.get(n) != head.get(n)]
    reach = Reach([Side(base), Side(head)], sorted(changed))
    return reach.why([ran(base, what), ran(head, what)])


def reached(file: str, old: str, new: str) -> set[str]:
    head = edited(file, old, new)
    return {what for what in RUNS if why(head, what)}


CORE = "pkg/core.py"


def test_a_change_reaches_what_runs_it_and_nothing_else() -> None:
    assert reached(CORE, "return sum(", "return 0 + sum(") == {"work"}
    assert reached(CORE, "self.width * 2", "self.width * 3") == {"grow"}
    assert reached("pkg/extra.py", "return 1", "return 2") == {"nobody"}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("return [n] * 2", "return [n] * 3"),
        ("return [n] * 2", "return [n] * 2  # said"),
        ("def other(n):", "def other(n, m=2):"),
        ("def other(n):", "def fresh(n):\n    return n\ndef other(n):"),
        ("return self.width\n", "return self.width + 0\n"),
        ('PATTERN = re.compile("x+")', 'PATTERN = re.compile("y+")'),
        ("import re\n", "import re\nimport json\n"),
    ],
)
def test_what_nobody_runs_or_mentions_reaches_nobody(old: str, new: str) -> None:
    assert reached(CORE, old, new) - {"dynamic"} == set()


@pytest.mark.parametrize(
    ("what", "old", "new"),
    [
        ("work", "LIMIT = 10", "LIMIT = 11"),
        ("work", "step=1", "step=2"),
        ("work", "def work(n, step=1):", "@cached\ndef work(n, step=1):"),
        ("work", "def work(n, step=1):", "@lru_cache\ndef work(n, step=1):"),
        ("grow", "width = 3", "width = 4"),
        ("grow", "class Thing(Base):", "class Thing(dict, Base):"),
        ("grow", "class Thing(Base):", "@decorated\nclass Thing(Base):"),
        ("grow", "class Thing(Base):", "class Thing(Base, metaclass=Meta):"),
        ("grow", "    def grow(self)", "    def area(self):\n        return 0\n    def grow(self)"),
        ("grow", "    def grow(self)", "    __slots__ = ()\n    def grow(self)"),
        (
            "grow",
            "    def grow(self)",
            "    def __getattribute__(self, n): ...\n    def grow(self)",
        ),
        ("grow", "    width = 3\n", ""),
        ("nobody", 'TABLE = {"a": 1}', 'TABLE = load("data")'),
        ("nobody", "LIMIT = 10\n", "LIMIT = 10\nprint()\n"),
        ("nobody", "LIMIT = 10\n", "LIMIT = 10\nre.compile = str\n"),
        ("nobody", "import re\n", "import re\nfrom os import *\n"),
        ("nobody", "import re\n", "import re\ndef __getattr__(name): ...\n"),
        ("nobody", "import re\n", "import re\nif __name__ != '__main__':\n    print()\n"),
        ("nobody", "LIMIT = 10\n", "LIMIT = 10\nMOST: declared(3) = 4\n"),
        ("nobody", "LIMIT = 10\n", "LIMIT = 10\nfor k in range(3):\n    work(k)\n"),
        ("dynamic", "LIMIT = 10", "LIMIT = 11"),
        ("dynamic", 'TABLE = {"a": 1}', 'TABLE = {"a": 2}'),
    ],
)
def test_never_told_unaffected(what: str, old: str, new: str) -> None:
    assert what in reached(CORE, old, new)


def test_a_function_that_is_new_reaches_who_looks_names_up_only_where_it_is_called() -> None:
    """A registry that lists whatever is there has not changed by a function that it never calls."""
    head = edited(CORE, "def other(n):", "def fresh(n):\n    return n\ndef other(n):")
    assert why(head, "dynamic") == ""
    base = sources()
    reach = Reach([Side(base), Side(head)], [CORE])
    found = layout(head[CORE])
    assert found is not None
    called = ran(head, "dynamic")
    called = replace(called, codes=called.codes | {(CORE, found.functions["fresh"].first)})
    assert "fresh" in reach.why([ran(base, "dynamic"), called])
    for shadow in ("LIMIT", "re"):  # a name that was there, and is another thing now
        head = edited(CORE, "def other(n):", f"def {shadow}(n):\n    return n\ndef other(n):")
        assert why(head, "dynamic"), shadow


@pytest.mark.parametrize("file", ["tests/data/a.mlir", "pkg/tests/b.csv", "docs/a.md"])
def test_data_of_tests_reaches_who_opens_it_and_other_data_reaches_everybody(file: str) -> None:
    base, head = ({**sources(), file: text} for text in (b"1", b"2"))
    assert why(head, "work") == ""
    reach = Reach([Side(base), Side(head)], [file])
    opened = ran(head, "work", opened=frozenset({file}))
    assert "is opened" in reach.why([ran(base, "work"), opened])
    for other in ("pkg/data.csv", "pkg/tests/fast.so", "tests/fast.c", "tests.csv"):
        assert why({**sources(), other: b"2"}, "work"), other


def test_a_re_export_and_an_alias_carry_a_change_on() -> None:
    head = edited("pkg/__init__.py", "import work, Thing", "import other as work, Thing")
    assert why(head, "work")
    base = sources(
        **{"pkg/extra.py": "from pkg.core import LIMIT as MOST\ndef nobody(): return MOST\n"}
    )
    head = {**base, CORE: base[CORE].replace(b"LIMIT = 10", b"LIMIT = 11")}
    reach = Reach([Side(base), Side(head)], [CORE])
    both = [ran(side, "nobody") for side in (base, head)]
    assert "MOST" in reach.why(both)


def test_a_name_that_an_import_uses_when_it_runs_reaches_everybody() -> None:
    base = sources(**{"pkg/extra.py": PACKAGE["pkg/extra.py"] + "\n        print(LIMIT)\n"})
    head = {**base, CORE: base[CORE].replace(b"LIMIT = 10", b"LIMIT = 11")}
    reach = Reach([Side(base), Side(head)], [CORE])
    assert "LIMIT" in reach.why([ran(base, "nobody"), ran(head, "nobody")])


@pytest.mark.parametrize(
    "name", ["pkg/data.json", "pkg/_fast.so", "METADATA", "pkg/table.csv", ".data/purelib/pkg/a.py"]
)
def test_a_file_that_is_no_module_reaches_everybody(name: str) -> None:
    base = {**sources(), name: b"1"}
    head = {**sources(), name: b"2"}
    reach = Reach([Side(base), Side(head)], [name])
    assert reach.why([ran(base, "nobody"), ran(head, "nobody")]) == f"{name} changed"


def test_a_module_that_nobody_imported_reaches_nobody() -> None:
    base, head = sources(), {**sources(), "pkg/late.py": b"print('loud')"}
    reach = Reach([Side(base), Side(head)], ["pkg/late.py"])
    here = frozenset(base)
    both = [Ran(modules=here), Ran(modules=here)]
    assert reach.why(both) == ""
    suite_only = Ran(modules=frozenset({"suite:bench.py"}))
    assert "no module of the build" in reach.why([suite_only, suite_only])
    assert reach.why([both[0], Ran(modules=here | {"pkg/late.py"})])


def test_what_cannot_be_seen_is_taken_to_be_reached() -> None:
    base, head = sources(), edited(CORE, "return [n] * 2", "return [n] * 3")
    reach = Reach([Side(base), Side(head)], [CORE])
    plain = [ran(base, "work"), ran(head, "work")]
    assert reach.why(plain) == ""
    assert "subprocess" in reach.why([ran(base, "work", unseen=("subprocess",)), plain[1]])
    assert "numba" in reach.why(
        [ran(s, "work", foreign=frozenset({"numba"})) for s in (base, head)]
    )
    assert "imports" in reach.why([plain[0], ran(head, "work", foreign=frozenset({"scipy"}))])


def test_code_that_stands_in_no_file_is_heard_by_its_names() -> None:
    base, head = sources(), edited(CORE, 'TABLE = {"a": 1}', 'TABLE = {"a": 2}')
    reach = Reach([Side(base), Side(head)], [CORE])
    for words, expected in ((frozenset({"TABLE"}), True), (frozenset({"OTHER"}), False)):
        both = [ran(side, "work", words=words) for side in (base, head)]
        assert bool(reach.why(both)) is expected


def test_sides_that_run_other_functions_of_the_same_code_are_not_told_alike() -> None:
    base, head = sources(), edited(CORE, "return [n] * 2", "return [n] * 3")
    reach = Reach([Side(base), Side(head)], [CORE])
    assert "one side" in reach.why([ran(base, "work"), ran(head, "nobody")])


def test_a_lambda_of_a_module_and_a_type_checking_block() -> None:
    base = {"pkg/core.py": b"KEY = lambda x: x\ndef nobody(): pass\n"}
    head = {"pkg/core.py": b"KEY = lambda x: -x\ndef nobody(): return sorted([], key=KEY)\n"}
    same = {"pkg/core.py": b"from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import a\n"}
    other = {"pkg/core.py": b"from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import b\n"}
    here = Ran(codes=frozenset({("pkg/core.py", 2)}), modules=frozenset({"pkg/core.py"}))
    assert Reach([Side(base), Side(head)], ["pkg/core.py"]).why([here, here])
    assert not Reach([Side(same), Side(other)], ["pkg/core.py"]).why([here, here])


@pytest.mark.parametrize(
    ("files", "foreign", "same"),
    [
        (["pkg/a.py", "pkg/data.json"], set(), True),
        (["pkg/a.py", "pkg/_fast.cpython-311-x86_64-linux-gnu.so"], set(), False),
        (["pkg/_fast.pyx"], set(), False),
        (["pkg/a.py", INSTALLED], set(), False),
        (["pkg/a.py"], {"numba"}, False),
        (["pkg/a.py"], {"numpy"}, True),
    ],
)
def test_the_same_machine_code_runs_where_only_python_and_data_changed(
    files: list[str], foreign: set[str], same: bool
) -> None:
    reach = Reach([Side({}), Side({})], files)
    assert reach.interprets([Ran(), Ran(foreign=frozenset(foreign))]) is same
