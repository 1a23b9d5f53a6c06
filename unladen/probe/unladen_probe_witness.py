"""a call -> functions of some packages that the interpreter says it entered.

Counters that were put into functions prove nothing of themselves: who was imported past them runs
all the same, and would be told to be called 0 times.
"""

import os
import sys
import threading
from collections.abc import Callable, Collection, Sequence
from types import CodeType
from typing import Any

PLAIN_FUNCTION = 0x1
"""Of a code object that is no body of a module or class."""
MADE_BY_PYTHON = ("<", "__annotate__")


def entered(packages: Sequence[str], call: Callable[[], Any]) -> "set[tuple[str, str]]":
    """By file and qualified name."""
    codes: set[CodeType] = set()

    def look(frame: Any, event: str, _: Any) -> None:
        if event == "call":
            codes.add(frame.f_code)

    threading.setprofile(look)
    sys.setprofile(look)
    try:
        call()
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    places = tuple(_places(packages))
    return {
        (code.co_filename, _name(code))
        for code in codes
        if code.co_flags & PLAIN_FUNCTION
        and not code.co_name.startswith(MADE_BY_PYTHON)
        and code.co_filename.startswith(places)
    }


def uncounted(
    ran: "set[tuple[str, str]]", moved: "Collection[tuple[str, str]]"
) -> "list[tuple[str, str]]":
    """What ran though its counter, if it has one, never moved."""
    known = {(file, _short(name)) for file, name in moved}
    return sorted(each for each in ran if (each[0], _short(each[1])) not in known)


def _short(name: str) -> str:
    """Before Python 3.11 a code object knows no more of its name."""
    return name if sys.version_info >= (3, 11) else name.rpartition(".")[2]


def _name(code: CodeType) -> str:
    return getattr(code, "co_qualname", code.co_name)


def _places(packages: Sequence[str]) -> "list[str]":
    found = []
    for name in packages:
        module = sys.modules.get(name)
        folders = [f"{each}{os.sep}" for each in getattr(module, "__path__", ())]
        file = getattr(module, "__file__", None)
        found += folders or ([str(file)] if file else [])
    return found
