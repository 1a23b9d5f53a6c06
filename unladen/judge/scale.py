"""values of a series -> the power of ten on which they are whole numbers of enough digits."""

import math

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
DIGITS = 5
WHOLE = 2.0**50


def scale_of(values: Floats, kind: str) -> float:
    sizes = np.abs(values[np.isfinite(values)])
    sizes = sizes[sizes > 0]
    if not len(sizes):
        return 1.0
    if kind != "time" and bool(np.all(sizes == np.floor(sizes))) and sizes.max() < WHOLE:
        return 1.0
    middle = float(np.median(sizes))
    power = math.floor(math.log10(middle)) - (DIGITS - 1)
    power = max(power, math.ceil(math.log10(float(sizes.max()))) - 14)
    return float(f"1e{max(-300, power)}")
