"""costs at several sizes -> the law of a power with a constant, and what it says of other sizes.

Each size is one measurement, and what it is made of (data, caches) lies a little off any law: that
scatter is estimated with the law, and is in every interval. A law that does not tell the largest
size from the smaller ones is refused, and so is one that its points lie far off.
"""

import math
from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from unladen.model.projections import Projected, ScalingLaw, SizedCost

Floats: TypeAlias = NDArray[np.float64]
FEWEST = 4
LEAST_ERROR = 0.005
MOST_SCATTER = 0.15
MOST_POWER = 4.0
COARSE, FINE = 0.02, 0.0005
POWERS = round(MOST_POWER / COARSE)
DRAWS = 200
MOST_WIDER = 5.0
RISK = 0.05
TOO_FEW = f"a law needs {FEWEST} sizes"


class NoLaw(Exception):
    """Why costs follow none."""


def law_of(points: Sequence[SizedCost], seed: int = 0) -> ScalingLaw:
    """Of five sizes and more, all but the largest must tell the largest."""
    ordered = sorted(points, key=lambda point: point.size)
    if len({point.size for point in ordered}) < FEWEST:
        raise NoLaw(f"{TOO_FEW}, and there are {len({p.size for p in ordered})}")
    if any(point.size <= 0 or point.seconds <= 0 for point in ordered):
        raise NoLaw("a size or a time is not above zero")
    if len(ordered) > FEWEST:
        last = ordered[-1]
        told = at(_fitted(ordered[:-1], seed), last.size)
        if not told.low <= last.seconds <= told.high:
            off = 100 * (last.seconds / told.seconds - 1)
            what = f"the smaller sizes do not tell the largest: {last.size:g} is {off:+.0f} % off"
            raise NoLaw(what)
    found = _fitted(ordered, seed)
    if found.scatter > MOST_SCATTER:
        raise NoLaw(f"sizes lie {100 * found.scatter:.0f} % off any power law")
    return found


def at(law: ScalingLaw, size: float) -> Projected:
    """With the scatter of a single size in it."""
    value = _value((law.constant, law.factor, law.power), size)
    freedom = max(1, len(law.points) - 3)
    order = np.random.default_rng([len(law.draws), round(1000 * size)])
    own = max(law.scatter, LEAST_ERROR) * order.standard_t(freedom, len(law.draws))
    logs = [
        math.log(_value(each, size)) + off
        for each, off in zip(law.draws, own.tolist(), strict=True)
    ]
    low, high = (_quantile(logs, RISK / 2), _quantile(logs, 1 - RISK / 2))
    return Projected(
        size=size,
        seconds=value,
        low=min(value, math.exp(low)),
        high=max(value, math.exp(high)),
        beyond=size / max(point.size for point in law.points),
    )


def _fitted(points: Sequence[SizedCost], seed: int) -> ScalingLaw:
    sizes = np.array([point.size for point in points])
    seconds = np.array([point.seconds for point in points])
    errors = np.maximum([point.error for point in points], LEAST_ERROR)
    best = _fit(sizes, seconds[None, :], errors)[0]
    fitted = best[0] + best[1] * sizes ** best[2]
    scatter = _scatter(np.log(seconds / fitted), errors, len(points))
    order = np.random.default_rng([seed, len(points)])
    freedom = max(1, len(points) - 3)
    wider = np.sqrt(freedom / np.maximum(1e-3, order.chisquare(freedom, (DRAWS, 1))))
    noise = order.standard_normal((DRAWS, len(points))) * np.minimum(wider, MOST_WIDER)
    drawn = fitted * np.exp(noise * np.sqrt(errors**2 + scatter**2))
    draws = _fit(sizes, drawn, errors)
    powers = draws[:, 2].tolist()
    constant, factor, power = best.tolist()
    return ScalingLaw(
        constant=constant,
        factor=factor,
        power=power,
        power_low=min(power, _quantile(powers, RISK / 2)),
        power_high=max(power, _quantile(powers, 1 - RISK / 2)),
        scatter=scatter,
        points=tuple(points),
        draws=tuple((a, b, c) for a, b, c in draws.tolist()),
    )


def _fit(sizes: Floats, seconds: Floats, errors: Floats) -> Floats:
    """Constant, factor and power of each row of seconds; by what lies off in shares, not in
    seconds: the small sizes count as much as the large ones. For a given power the rest is linear,
    so powers are tried one by one, and then finer ones around the best of each row."""
    middle = float(np.exp(np.mean(np.log(sizes))))
    shares = sizes / middle
    coarse = np.broadcast_to(np.arange(0, MOST_POWER, COARSE), (len(seconds), POWERS))
    best = _best(shares, seconds, errors, coarse)
    finer = best[:, 2:] + np.arange(-COARSE, COARSE, FINE)[None, :]
    best = _best(shares, seconds, errors, np.maximum(finer, 0.0))
    best[:, 1] /= middle ** best[:, 2]
    return best


def _best(shares: Floats, seconds: Floats, errors: Floats, powers: Floats) -> Floats:
    """Of the powers of each row the one with the least squares, with its constant and factor."""
    rising = shares ** powers[:, :, None]
    weights = 1 / (seconds * errors)[:, None, :] ** 2
    told = seconds[:, None, :]
    whole, flat = (weights * rising * rising).sum(-1), weights.sum(-1)
    mixed = (weights * rising).sum(-1)
    up, level = (weights * rising * told).sum(-1), (weights * told).sum(-1)
    determinant = flat * whole - mixed * mixed
    with np.errstate(divide="ignore", invalid="ignore"):
        constant = (whole * level - mixed * up) / determinant
        factor = (flat * up - mixed * level) / determinant
    alone = ~(np.isfinite(constant) & (determinant > 1e-12 * flat * whole)) | (constant < 0)
    constant = np.where(alone, 0.0, constant)
    factor = np.where(alone, up / whole, factor)
    falls = factor <= 0
    constant = np.where(falls, level / flat, constant)
    factor = np.where(falls, 0.0, factor)
    off = constant[:, :, None] + factor[:, :, None] * rising - told
    best = (weights * off * off).sum(-1).argmin(axis=1)
    rows = np.arange(len(seconds))
    return np.stack([constant[rows, best], factor[rows, best], powers[rows, best]], axis=1)


def _scatter(residuals: Floats, errors: Floats, points: int) -> float:
    """What lies off beyond the noise of measuring, by the freedom that three parameters leave."""
    freedom = max(1, points - 3)
    whole = float(np.sum(residuals**2)) / freedom
    return math.sqrt(max(0.0, whole - float(np.mean(errors**2))))


def _value(law: tuple[float, float, float], size: float) -> float:
    return float(law[0] + law[1] * size ** law[2])


def _quantile(values: Sequence[float], share: float) -> float:
    return float(np.quantile(values, share))
