"""a number of seconds x how long it took to be had -> why it cannot have been measured.

"Saved: 2,400 s" of a run of 25 s was hits times a constant (I25). What was read from a stopwatch is
no longer than the time that passed on all cores; what is longer was computed, however well.
"""

from unladen.model import Kind, Measurement

UNITS = {
    "s": 1.0,
    "sec": 1.0,
    "second": 1.0,
    "seconds": 1.0,
    "ms": 1e-3,
    "milliseconds": 1e-3,
    "us": 1e-6,
    "microseconds": 1e-6,
    "minutes": 60.0,
    "hours": 3600.0,
}
TWICE = 2.0
"""As long as passed, and nobody's clock is off by so much."""


def computed(measurement: Measurement) -> str:
    """Empty where it may have been measured, or nobody can tell."""
    unit = UNITS.get(measurement.benchmark.unit.strip().lower())
    if measurement.benchmark.kind is not Kind.TRACK or unit is None or not measurement.passed:
        return ""
    most = max((abs(value) * unit for value in measurement.values), default=0.0)
    if most <= TWICE * measurement.passed:
        return ""
    return f"computed, not measured: it says {_told(most)}, after {_told(measurement.passed)}"


def _told(seconds: float) -> str:
    return f"{seconds:,.0f} s" if seconds >= 10 else f"{seconds:.2g} s"
