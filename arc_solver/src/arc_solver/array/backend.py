"""name of an array library -> BackEnd: its namespace, its device, and the only two ways across.

Data cross from host to device through `send` and back through `bring`, nowhere else; both count.
"""

import importlib
import importlib.util
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from arc_solver.errors import SolverError

Array: TypeAlias = Any  # of whichever library: the array API standard has no type of its own

NAMES = ("numpy", "cupy")


class BackEndMissing(SolverError):
    """A back end that was asked for by name, and is not here: never exchanged for another one."""


@dataclass(slots=True)
class Traffic:
    """What went across, since the back end was made."""

    sent: int = 0
    brought: int = 0
    sent_bytes: int = 0
    brought_bytes: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class BackEnd:
    """An array namespace and a device of it.

    `cupy.flip(numpy_array)` silently gives a NumPy array, so what arrives is checked (`owned`).
    """

    name: str
    version: str
    xp: Any
    array_type: type
    to_device: Callable[[bytes], Array]
    to_host: Callable[[Array], bytes]
    device: Any = None
    host: bool = False
    """Whether the device is the host, where looking at a value costs no synchronisation."""
    kernels: Any = None
    """Raw kernels of this library, where it has some (`arc_solver.array.kernels`)."""
    traffic: Traffic = field(default_factory=Traffic)
    constants: dict[str, Array] = field(default_factory=dict)

    def send(self, data: bytes) -> Array:
        """One transfer in: all bytes of a batch, whatever they mean."""
        self.traffic.sent += 1
        self.traffic.sent_bytes += len(data)
        return self.owned(self.to_device(data))

    def bring(self, array: Array) -> bytes:
        """One transfer out, and the only place that waits for the device."""
        self.traffic.brought += 1
        data = self.to_host(self.owned(array))
        self.traffic.brought_bytes += len(data)
        return data

    def owned(self, array: Array) -> Array:
        if type(array) is not self.array_type:
            kind = f"{type(array).__module__}.{type(array).__qualname__}"
            raise TypeError(f"a {kind} where the {self.name} back end expects arrays of its own")
        return array

    def arange(self, count: int, dtype: Any = None) -> Array:
        return self.xp.arange(count, dtype=dtype or self.xp.int64, device=self.device)

    def full(self, shape: tuple[int, ...], value: int, dtype: Any = None) -> Array:
        return self.xp.full(shape, value, dtype=dtype or self.xp.int64, device=self.device)


def back_end(name: str) -> BackEnd:
    """The back end of that name, or an error that says why there is none and what to do."""
    if name == "numpy":
        return _numpy()
    if name == "cupy":
        return _cupy()
    raise SolverError(f"no array back end {name!r}", f"--array {' or --array '.join(NAMES)}")


def why_no_gpu() -> str | None:
    """None where CuPy is installed and sees a GPU, else the reason.

    CuPy imports well on a machine without a GPU and fails at the first array: whether the import
    works says nothing, `is_available` decides.
    """
    if importlib.util.find_spec("cupy") is None:
        return "CuPy is not installed"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # without a driver CuPy warns, and we say so below
        cupy = importlib.import_module("cupy")
        available = cupy.cuda.is_available()
    return None if available else "cupy.cuda.is_available() is False: no CUDA device or driver"


def _numpy() -> BackEnd:
    """NumPy itself from 2.1 on, which follows the standard; before, through array-api-compat."""
    if importlib.util.find_spec("numpy") is None:
        fix = "pip install 'arc-solver[array]', or --array none"
        raise BackEndMissing("--array numpy: NumPy is not installed", fix)
    numpy = importlib.import_module("numpy")
    xp = numpy
    if not hasattr(numpy, "__array_api_version__"):
        xp = _compat("numpy")
    return BackEnd(
        name="numpy",
        version=numpy.__version__,
        xp=xp,
        array_type=numpy.ndarray,
        to_device=lambda data: numpy.frombuffer(data, dtype=numpy.uint8),
        to_host=lambda array: bytes(array.tobytes()),
        host=True,
    )


def _cupy() -> BackEnd:
    reason = why_no_gpu()
    if reason is not None:
        fix = "--array auto takes a GPU only where there is one; --array none needs nothing"
        if "installed" in reason:
            fix = f"pip install 'arc-solver[gpu]'; {fix}"
        raise BackEndMissing(f"--array cupy: {reason}", fix)
    cupy, numpy = importlib.import_module("cupy"), importlib.import_module("numpy")
    xp = _compat("cupy")
    from arc_solver.array.kernels import Kernels

    def to_device(data: bytes) -> Array:
        return cupy.asarray(numpy.frombuffer(data, dtype=numpy.uint8))

    def to_host(array: Array) -> bytes:
        return bytes(cupy.asnumpy(array).tobytes())

    return BackEnd(
        name="cupy",
        version=cupy.__version__,
        xp=xp,
        array_type=cupy.ndarray,
        to_device=to_device,
        to_host=to_host,
        kernels=Kernels(cupy),
    )


def _compat(name: str) -> Any:
    if importlib.util.find_spec("array_api_compat") is None:
        what = f"--array {name}: array-api-compat is not installed"
        raise BackEndMissing(what, "pip install 'arc-solver[array]', or --array none")
    return importlib.import_module(f"array_api_compat.{name}")
