"""[tool.unladen.categories] x functions -> a category for each: the first pattern that fits.

Patterns are searched for in `module:qualified.name`, never in a bare name: two functions of one
name are two functions (I16, I21).
"""

import re
import sys
from collections.abc import Mapping, Sequence

from unladen.model.anatomy import Function

LOGGING = "logging"
STANDARD = "standard library"
OTHER = "other"
NATIVE = "native and generated code"
PROFILED = "<"
"""Modules that are no modules: `<string>`, `<native>`, compiled libraries."""
FROZEN = "<frozen "
"""Modules of the standard library that are inside the interpreter."""


class Categories:
    def __init__(self, table: Mapping[str, Sequence[str]]) -> None:
        self._patterns = [
            (name, re.compile(pattern)) for name, patterns in table.items() for pattern in patterns
        ]

    def of(self, function: Function) -> str:
        """What the project says; else logging, the standard library, or the package it is from."""
        subject = f"{function.module}:{function.name}"
        for name, pattern in self._patterns:
            if pattern.search(subject):
                return name
        top = function.module.partition(".")[0]
        top = top.removeprefix(FROZEN).removesuffix(">") if top.startswith(FROZEN) else top
        if top == "logging":
            return LOGGING
        if top.startswith(PROFILED):
            return NATIVE
        if top in sys.stdlib_module_names:
            return STANDARD
        return OTHER if function.body else top

    def unmatched(self, function: Function) -> bool:
        """A function of the project that no pattern fits: it is listed."""
        return bool(function.body) and self.of(function) == OTHER
