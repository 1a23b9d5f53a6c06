"""series -> the data files of pages: whole numbers on a scale, one call of a known function each.

Pages are opened from disk, where a script may not read files: so each data file is itself a script
that hands its JSON to `unladen.<name>`. A value has five digits, which is far below any noise; what
is counted keeps all of its digits.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import orjson
from numpy.typing import NDArray

from unladen.judge.scale import scale_of
from unladen.model.histories import Series
from unladen.model.shown import Shown
from unladen.model.steps import StandingStep
from unladen.output.history import finite

Floats = NDArray[np.float64]
MISSING = -(10**15) + 7
SEPARATORS = {"\u2028": "\\u2028", "\u2029": "\\u2029", "<": "\\u003c"}


def script(function: str, content: bytes) -> bytes:
    """In a script a `<` could begin a tag only inside of HTML; it is escaped all the same."""
    return b"unladen.%s(%s);\n" % (function.encode(), content)


def plain(value: Any) -> bytes:
    told = orjson.dumps(value).decode()
    for mark, written in SEPARATORS.items():
        told = told.replace(mark, written)
    return told.encode()


def table(entries: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """A long list of equal things: their names once, then a row each; `objects` in site.js turns it
    into objects where it arrives, so that nobody after that knows a position."""
    fields = list(entries[0]) if entries else []
    return {"fields": fields, "rows": [[entry[name] for name in fields] for entry in entries]}


def looks(members: Iterable[Shown]) -> list[dict[str, str]]:
    """How scripts draw them."""
    return [{"word": m.value, "sign": m.sign, "tone": m.tone.value} for m in members]


def family(name: str, slug: str, series: Sequence[Series]) -> bytes:
    """One benchmark with all its series up to their checkpoints, as JSON: it stays as it is until
    the next checkpoint."""
    first = series[0].subject
    head = {
        "name": name,
        "slug": slug,
        "kind": first.column.kind,
        "unit": first.column.unit,
        "rises": first.rises,
    }
    lines = b",\n".join(_series(each) for each in series)
    return plain(head)[:-1] + b',"series":[\n' + lines + b"\n]}"


def _series(series: Series) -> bytes:
    assert series.values is not None
    assert series.half_widths is not None
    values, half_widths = series.values[: series.at], series.half_widths[: series.at]
    known = np.flatnonzero(np.isfinite(values))
    start = int(known[0]) if len(known) else len(values)
    scale = series.settled.scale
    head = {
        "id": series.subject.benchmark,
        "label": series.subject.column.label,
        "group": series.subject.place,
        "first": start,
        "scale": scale,
    }
    told = plain(head)[:-1] + b',"values":' + whole(values[start:] / scale)
    return told + b',"half_widths":' + _per_mille(half_widths[start:]) + b"}"


def ends(families: Mapping[str, Sequence[Series]]) -> bytes:
    """What is new of some benchmarks since their checkpoints, by slug; small, and written often."""
    told = {slug: [_end(each) for each in family] for slug, family in families.items()}
    text = orjson.dumps(told, option=orjson.OPT_SERIALIZE_NUMPY)
    text = text.replace(b"%d" % MISSING, b"null").replace(b"<", b"\\u003c")
    return text.replace("\u2028".encode(), b"\\u2028").replace("\u2029".encode(), b"\\u2029")


def _end(series: Series) -> dict[str, Any]:
    levels = series.levels
    scale = (
        series.settled.scale if series.at else scale_of(series.recent, series.subject.column.kind)
    )
    return {
        "scale": scale,
        "values": _numbers(series.recent / scale),
        "half_widths": _numbers(np.minimum(series.recent_half_widths * 1000, 999)),
        "steps": [_step(told) for told in series.steps],
        "level": finite(levels.now),
        "best": finite(series.best),
        "noise": finite(levels.noise / abs(levels.now)) if levels.now else None,
    }


def _step(told: StandingStep) -> dict[str, Any]:
    step = told.step
    return {
        "row": step.index,
        "before": finite(step.before),
        "after": finite(step.after),
        "low": finite(step.low),
        "high": finite(step.high),
        "state": told.standing.value,
        "why": told.why,
    }


def whole(values: Floats) -> bytes:
    """A list of whole numbers; null where there is none."""
    told = orjson.dumps(_numbers(values), option=orjson.OPT_SERIALIZE_NUMPY)
    return told.replace(b"%d" % MISSING, b"null")


def _numbers(values: Floats) -> NDArray[np.int64]:
    found = np.where(np.isfinite(values), values, MISSING)
    return np.rint(found).astype(np.int64)


def _per_mille(half_widths: Floats) -> bytes:
    """Per mille; none at all where no value has one."""
    if not np.isfinite(half_widths).any():
        return b"null"
    return whole(np.minimum(half_widths * 1000, 999))
