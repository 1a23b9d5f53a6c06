"""Two builds of an extension: the same unless something that is loaded of them differs."""

import shutil
import struct
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unladen.judge.machine_code import same_machine_code
from unladen.judge.same_code import changed_code

SOURCE = "int table[] = {{1, 2, {third}}};\nint work(int n) {{ return n * table[{at}]; }}\n"
needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="apt-get install gcc")


def built(folder: Path, name: str, third: int = 3, at: int = 1, *words: str) -> bytes:
    """With debug information, which names the folder, and a build's own id."""
    place = folder / name
    place.mkdir()
    (place / "work.c").write_text(SOURCE.format(third=third, at=at))
    flags = ["-g", "-shared", "-fPIC", "-O1", "-Wl,--build-id=sha1", *words]
    subprocess.run(["gcc", *flags, "-o", "work.so", "work.c"], cwd=place, check=True)
    return (place / "work.so").read_bytes()


@needs_gcc
def test_the_folder_of_a_build_and_its_id_are_not_executed(tmp_path: Path) -> None:
    """ndindex, whose extensions are built in another folder for each side: a comment was timed for
    half a minute."""
    one, other = built(tmp_path, "a"), built(tmp_path, "another-folder")
    assert one != other
    assert same_machine_code(one, other)
    found = changed_code({"pkg/work.so": (one, other)}, [])
    assert (found.runs, found.left_out) == ((), ("where extensions were built (1 files)",))
    assert changed_code({"pkg/work.so": (one, None)}, []).runs == ("pkg/work.so",)


@needs_gcc
@pytest.mark.parametrize("change", [{"third": 4}, {"at": 2}])
def test_another_constant_or_another_instruction_is_another_code(
    tmp_path: Path, change: dict[str, int]
) -> None:
    assert not same_machine_code(built(tmp_path, "a"), built(tmp_path, "b", **change))


@needs_gcc
def test_other_flags_are_another_code(tmp_path: Path) -> None:
    one = built(tmp_path, "a")
    assert not same_machine_code(one, built(tmp_path, "b", 3, 1, "-O3", "-fno-plt", "-lm"))


@needs_gcc
def test_each_byte_that_is_loaded_counts(tmp_path: Path) -> None:
    one = built(tmp_path, "a")
    offset = struct.unpack_from("<Q", one, 40)[0]
    seen = 0
    for place in range(64, offset, max(1, offset // 400)):
        changed = bytearray(one)
        changed[place] ^= 0xFF
        seen += not same_machine_code(one, bytes(changed))
    assert seen > 20


@given(st.binary(max_size=300), st.binary(max_size=300))
def test_what_is_no_elf_is_compared_by_its_bytes(one: bytes, other: bytes) -> None:
    assert same_machine_code(one, other) is (one == other)
    start = b"\x7fELF\x02\x01\x01"
    assert same_machine_code(start + one, start + other) is (one == other)
