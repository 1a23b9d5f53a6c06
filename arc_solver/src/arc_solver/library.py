"""the stored programs, one file per task -> programs by task id.

Written by hand; `programs/<task>.arc` holds the text of one program that solves all train and test
pairs of that ARC-AGI-1 training task.
"""

import functools
import hashlib
from collections.abc import Mapping
from importlib.resources import files
from types import MappingProxyType

from arc_solver.program.check import Checked, check
from arc_solver.program.form import content_hash
from arc_solver.program.text import parse

FOLDER = "programs"
SUFFIX = ".arc"


@functools.cache
def texts() -> Mapping[str, str]:
    """Program text by task id, in the order of the ids."""
    folder = files("arc_solver").joinpath(FOLDER)
    found = (entry for entry in folder.iterdir() if entry.name.endswith(SUFFIX))
    named = {entry.name.removesuffix(SUFFIX): entry.read_text("utf-8") for entry in found}
    return MappingProxyType(dict(sorted(named.items())))


@functools.cache
def programs() -> Mapping[str, Checked]:
    """Every program of the library, parsed and type-checked."""
    return MappingProxyType({task: check(parse(text)) for task, text in texts().items()})


def digest(known: Mapping[str, Checked] | None = None) -> str:
    """Of all programs in canonical form: what a workload was drawn from."""
    if known is None:
        return _digest_of_stored()
    lines = (f"{task} {content_hash(each)}\n" for task, each in known.items())
    return hashlib.sha256("".join(lines).encode()).hexdigest()


@functools.cache
def _digest_of_stored() -> str:
    return digest(programs())
