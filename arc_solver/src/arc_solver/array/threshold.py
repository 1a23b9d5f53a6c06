"""BreakEven <-> the file that keeps it."""

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from arc_solver.errors import SolverError
from arc_solver.files import replace_file

if TYPE_CHECKING:
    from arc_solver.array.metrics import Figures

SCHEMA = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakEven:
    """From how many values on a GPU is faster than the scalar DSL on this machine; None: it never
    was, up to the largest batch that was tried."""

    machine: str
    device: str
    values: int | None
    tried: int


class BreakEvenError(SolverError):
    """A file that was not written by `break-even`, or not by this version."""


def break_even(figures: Sequence["Figures"], device: str) -> BreakEven:
    """The least batch from which on the arrays were faster in every larger one, too."""
    least = None
    for each in sorted(figures, key=lambda one: one.values, reverse=True):
        if each.steady_seconds >= each.scalar_seconds:
            break
        least = each.values
    tried = max(each.values for each in figures)
    return BreakEven(machine=os.uname().nodename, device=device, values=least, tried=tried)


def save(path: Path, found: BreakEven) -> None:
    text = json.dumps(
        {
            "schema": SCHEMA,
            "machine": found.machine,
            "device": found.device,
            "values": found.values,
            "tried": found.tried,
        },
        indent=1,
    )
    try:
        replace_file(path, f"{text}\n")
    except OSError as error:
        what = f"{path}: {error.strerror}"
        raise BreakEvenError(what, "--break-even FILE in a folder of yours") from error


def load(path: Path) -> BreakEven | None:
    """None where nothing was measured yet."""
    try:
        value = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise BreakEvenError(f"{path}: {error}", "arc-solver break-even writes it anew") from error
    match value:
        case {
            "schema": 1,
            "machine": str(machine),
            "device": str(device),
            "values": int() | None as values,
            "tried": int(tried),
        }:
            return BreakEven(machine=machine, device=device, values=values, tried=tried)
    raise BreakEvenError(f"{path}: not a break-even", "arc-solver break-even writes it anew")
