"""The raw kernels: nvcc compiles them, and on the CPU they compute what the array operations do.

Nothing here can run them on a GPU: how fast they are is not measured.
"""

import re
import shutil
import struct
import subprocess
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from arc_solver.array import kernels
from arc_solver.array.comparing import hashes, weights
from arc_solver.array.components import objects
from arc_solver.array.grids import Grids, pack, pack_tight
from arc_solver.array.kernels import Kernels, source
from tests.unit.arc_solver.array.grids_of_the_tests import all_grids, numpy_back_end

ON = numpy_back_end()
SHIM = Path(__file__).parent / "shim" / "kernels_on_the_cpu.cpp"
FILE = Path(kernels.__file__).with_name("kernels.cu")
NAMES = ("hashes", "labels")


@pytest.mark.skipif(not shutil.which("nvcc"), reason="nvcc is not here: nothing compiles CUDA")
def test_nvcc_compiles_the_kernels_to_ptx_without_a_warning(tmp_path: Path) -> None:
    target = tmp_path / "kernels.ptx"
    words = ["nvcc", "--ptx", "-std=c++11", "-Werror", "all-warnings", "-o", str(target)]
    done = subprocess.run([*words, str(FILE)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    found = re.findall(r"\.visible \.entry (\w+)\(", target.read_text())
    assert sorted(found) == sorted(NAMES)


@pytest.mark.skipif(not shutil.which("nvcc"), reason="nvcc is not here: nothing compiles CUDA")
def test_a_broken_kernel_would_not_compile(tmp_path: Path) -> None:
    broken = tmp_path / "broken.cu"
    broken.write_text(source().replace("atomicMin(", "atomicLeast("))
    words = ["nvcc", "--ptx", "-std=c++11", "-o", str(tmp_path / "out.ptx"), str(broken)]
    assert subprocess.run(words, capture_output=True, check=False).returncode != 0


Runner = Callable[[list[str], bytes], bytes]


@pytest.fixture(scope="module")
def on_the_cpu(tmp_path_factory: pytest.TempPathFactory) -> Runner:
    compiler = shutil.which("g++") or pytest.skip("g++ is not here: the shim cannot be built")
    program = tmp_path_factory.mktemp("shim") / "kernels"
    words = [compiler, "-std=c++20", "-O1", "-pthread", f'-DKERNELS="{FILE}"', "-o", str(program)]
    built = subprocess.run([*words, str(SHIM)], capture_output=True, text=True, check=False)
    if built.returncode:
        pytest.skip(f"g++ cannot build C++20 threads here: {built.stderr[-200:]}")

    def run(arguments: list[str], data: bytes) -> bytes:
        done = subprocess.run([program, *arguments], input=data, capture_output=True, check=True)
        return done.stdout

    return run


def words_of(grids: Grids, kernel: str, *how: bool) -> list[str]:
    return [kernel, *(str(int(n)) for n in (len(grids), *grids.box, *how))]


@pytest.mark.parametrize("packed", [pack, pack_tight])
def test_the_hash_kernel_computes_the_hash(on_the_cpu: Runner, packed: Any) -> None:
    narrow = [grid for grid in all_grids() if len(grid[0]) < 20]
    grids = packed(ON, narrow[5:4000:40])
    assert (grids.box == (30, 30)) is (packed is pack)
    data = grids.cells.tobytes() + weights(ON).tobytes()
    told = on_the_cpu(words_of(grids, "hashes", False, False), data)
    assert list(struct.unpack(f"<{len(grids)}Q", told)) == hashes(grids).tolist()


@pytest.mark.parametrize(("univalued", "diagonal"), list(product((False, True), repeat=2)))
def test_the_label_kernel_finds_the_parts(
    on_the_cpu: Runner, univalued: bool, diagonal: bool
) -> None:
    grids = pack(ON, all_grids()[5:4000:100])
    data = grids.cells.tobytes() + grids.inside.tobytes()
    told = on_the_cpu(words_of(grids, "labels", univalued, diagonal), data)
    wanted = objects(grids, univalued, diagonal, without_bg=False).cells
    assert told == wanted.tobytes()


def test_kernels_are_launched_with_a_block_for_each_grid_and_32_bit_sizes() -> None:
    """With a stand-in for CuPy that notes what it is called with."""
    import numpy

    calls: list[tuple[str, Any, Any, Any]] = []

    class Module:
        def __init__(self, code: str, options: tuple[str, ...]) -> None:
            assert code == source()
            assert options == ("-std=c++11",)

        def get_function(self, name: str) -> Callable[..., None]:
            return lambda grid, block, args: calls.append((name, grid, block, args))

    stand_in = type(
        "Cupy",
        (),
        {name: staticmethod(getattr(numpy, name)) for name in ("empty", "ascontiguousarray")},
    )
    stand_in.RawModule, stand_in.uint64, stand_in.int64 = Module, numpy.uint64, numpy.int64  # type: ignore[attr-defined]
    grids, raw = pack(ON, all_grids()[:7]), Kernels(stand_in)
    assert raw.hashes(grids.cells, weights(ON)).dtype == numpy.uint64
    assert raw.labels(grids.cells, grids.inside, True, False).shape == (7, 30, 30)
    assert [(name, grid, block) for name, grid, block, _ in calls] == [
        ("hashes", (7,), (256,)),
        ("labels", (7,), (256,)),
    ]
    sizes = [[arg for arg in args if isinstance(arg, numpy.int32)] for *_, args in calls]
    assert sizes == [[30, 30], [30, 30, 1, 0]]
    empty = pack(ON, all_grids()[:0])
    raw.hashes(empty.cells, weights(ON))
    assert len(calls) == 2  # CUDA refuses a launch of no blocks
