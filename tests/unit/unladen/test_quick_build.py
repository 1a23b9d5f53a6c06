"""When the build of one commit can be made from that of another one, and when it must not be."""

import sys
import zipfile
from pathlib import Path

import pytest

from unladen.errors import ToolError
from unladen.measure.quick_build import _differing, _exchanged, _may_make_code, _member_of, _members
from unladen.tools.compiling import compiled, first_problem
from unladen.tools.wheels import Wheel, files_of, read_wheel

FILES = {
    "pkg/__init__.py": b"x = 1\n",
    "pkg/core.py": b"def core():\n    return 1\n",
    "pkg/data.json": b"{}",
    "pkg-1.dist-info/METADATA": b"Name: pkg\nVersion: 1\n\n",
    "pkg-1.dist-info/RECORD": b"",
}


def wheel(folder: Path, files: dict[str, bytes]) -> Wheel:
    folder.mkdir(exist_ok=True)
    path = folder / "pkg-1-py3-none-any.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return read_wheel(path)


def test_a_wheel_with_files_exchanged_is_the_wheel_that_a_build_would_make(tmp_path: Path) -> None:
    edited = {"pkg/core.py": b"def core():\n    return 2\n"}
    (tmp_path / "made").mkdir()
    made = read_wheel(_exchanged(wheel(tmp_path / "old", FILES), edited, tmp_path / "made"))
    built = wheel(tmp_path / "new", FILES | edited)
    assert made.digest == built.digest
    assert files_of(made) == files_of(built)
    assert made.path.name == built.path.name


@pytest.mark.parametrize(
    ("other", "differing"),
    [
        ({}, []),
        ({"pkg/core.py": b"2"}, ["pkg/core.py"]),
        ({"pkg/data.json": b"[]"}, None),
        ({"pkg/new.py": b""}, None),
        ({"pkg-1.dist-info/METADATA": b"Name: pkg\nRequires-Dist: x\n\n"}, None),
    ],
)
def test_only_sources_are_exchanged_in_an_environment(
    tmp_path: Path, other: dict[str, bytes], differing: list[str] | None
) -> None:
    old, new = wheel(tmp_path / "old", FILES), wheel(tmp_path / "new", FILES | other)
    found = _differing(old, new)
    assert (None if found is None else list(found)) == differing


@pytest.mark.parametrize(
    ("name", "member"),
    [
        ("src/pkg/core.py", "pkg/core.py"),
        ("libs/a/src/pkg/core.py", "pkg/core.py"),
        ("pkg/core.py", "pkg/core.py"),
        ("core.py", None),
        ("pkg/data.json", None),
        ("setup.py", None),
    ],
)
def test_a_file_of_the_repository_is_the_one_in_the_wheel_that_its_path_ends_with(
    tmp_path: Path, name: str, member: str | None
) -> None:
    assert _member_of(name, _members(wheel(tmp_path / "old", FILES))) == member


def test_what_a_compiler_reads_is_built() -> None:
    names = ["pkg/a.py", "pkg/a.cpython-312.so", "pkg/b.py", "pkg/_build_ffi.py"]
    members = dict.fromkeys(names, b"")
    assert _may_make_code("pkg/a.py", members), "it is compiled itself"
    assert _may_make_code("pkg/_build_ffi.py", members)
    assert not _may_make_code("pkg/b.py", members)
    plain = dict.fromkeys(["pkg/a.py", "pkg/_build_ffi.py"], b"")
    assert not any(_may_make_code(name, plain) for name in plain)


def test_an_edit_that_does_not_compile_is_told_with_its_line() -> None:
    python = Path(sys.executable)
    assert first_problem(python, {"pkg/a.py": "é = 1\n".encode()}) == ""
    told = first_problem(python, {"pkg/a.py": b"x = 1\nif x\n    pass\n"})
    assert told.startswith("pkg/a.py:2: ")
    assert first_problem(python, {"a.py": b"\x00"})
    assert first_problem(python, {"a.py": "# coding: latin-1\né".encode("latin-1")}) == ""


def test_what_is_compiled_beside_a_source_is_that_source(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text("x = 1\n")
    compiled(Path(sys.executable), [path])
    (found,) = (tmp_path / "__pycache__").glob("a.*.pyc")
    assert found.stat().st_size


@pytest.mark.parametrize("content", [b"", b"PK", b"\xff" * 200])
def test_a_damaged_wheel_is_named_with_what_to_do(tmp_path: Path, content: bytes) -> None:
    """Where its directory is right and its members are not, too."""
    good = wheel(tmp_path / "good", FILES).path.read_bytes()
    start = good.index(b"PK\x03\x04") + 60
    for text in (content, good[:start] + b"\xff" * 20 + good[start + 20 :], good[:-9]):
        path = tmp_path / "a-1-py3-none-any.whl"
        path.write_bytes(text)
        with pytest.raises(ToolError) as error:
            read_wheel(path)
        assert str(path) in error.value.what
        assert error.value.fix.startswith("rm -r .asv/unladen/wheels")
