"""cupy -> the raw kernels of `kernels.cu`, compiled by NVRTC when first called.

Not measured here: no machine of this project has a GPU. What is known of them: nvcc compiles them,
and on the CPU, behind a shim, they compute what the array operations compute (tests).
"""

import importlib
from importlib.resources import files
from typing import Any

from arc_solver.array.backend import Array

THREADS = 256


def source() -> str:
    return files("arc_solver.array").joinpath("kernels.cu").read_text("utf-8")


class Kernels:
    """One block for each grid; the launch returns at once, and nothing is copied to the host."""

    def __init__(self, cupy: Any) -> None:
        self._cupy = cupy
        self._module = cupy.RawModule(code=source(), options=("-std=c++11",))

    def hashes(self, cells: Array, weights: Array) -> Array:
        cupy, (count, height, width) = self._cupy, cells.shape
        found = cupy.empty((count,), dtype=cupy.uint64)
        if count:
            arguments = (cupy.ascontiguousarray(cells), weights, found, *_c_ints(height, width))
            self._module.get_function("hashes")((count,), (THREADS,), arguments)
        return found

    def labels(self, cells: Array, member: Array, univalued: bool, diagonal: bool) -> Array:
        cupy, (count, height, width) = self._cupy, cells.shape
        found = cupy.empty(cells.shape, dtype=cupy.int64)
        if count:
            given = (cupy.ascontiguousarray(cells), cupy.ascontiguousarray(member))
            how = _c_ints(height, width, int(univalued), int(diagonal))
            self._module.get_function("labels")((count,), (THREADS,), (*given, found, *how))
        return found


def _c_ints(*values: int) -> tuple[Any, ...]:
    """A Python int would be passed as 64 bits, where the kernels take 32."""
    numpy = importlib.import_module("numpy")
    return tuple(numpy.int32(value) for value in values)
