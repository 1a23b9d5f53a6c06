"""Program -> the type of every line, or an error that points at the argument that does not fit.

What the checker found for equal lines of earlier programs is taken from there (`parts`).
"""

import threading
from collections.abc import Mapping
from dataclasses import dataclass

from arc_solver.errors import ProgramError
from arc_solver.program.checker import Checker
from arc_solver.program.lines import INPUT, OUTPUT, Assignment, Name, Program
from arc_solver.program.parts import Found, Key, Parts, Types, Word
from arc_solver.program.text import placed
from arc_solver.types import GRID, AnyType


@dataclass(frozen=True, slots=True)
class Checked:
    """A program that is known to make a grid of a grid, and the type of each of its lines."""

    program: Program
    types: tuple[AnyType, ...]


def check(program: Program) -> Checked:
    """Types of lines that the output needs do not depend on lines that it does not need."""
    checked = _checked(program)
    needed = program.needed()
    lines = tuple(line for line in program.assignments if line.target.text in needed)
    if len(lines) == len(program.assignments):
        return checked
    alone = types_by_name(_checked(Program(lines)))
    pairs = zip(program.assignments, checked.types, strict=True)
    types = tuple(alone.get(line.target.text, type_) for line, type_ in pairs)
    return Checked(program, types)


def _checked(program: Program) -> Checked:
    types = _mine.parts.types_of(program)
    return Checked(program, Checker(placed(program)).check() if types is None else types)


def types_by_name(checked: Checked) -> Mapping[str, AnyType]:
    pairs = zip(checked.program.assignments, checked.types, strict=True)
    return {INPUT: GRID} | {assignment.target.text: found for assignment, found in pairs}


def _solved(key: Key, types: Types, whole: bool) -> Found | None:
    """The lines that a key of `parts` stands for, checked by themselves; None for an error."""
    targets = [OUTPUT if words[-1] == OUTPUT else f"x{n}" for n, words in enumerate(key)]

    def name(word: Word) -> Name:
        if isinstance(word, str):
            return Name(word)
        return Name(targets[-1 - word] if word < 0 else f"#{word}")

    lines = []
    for target, words in zip(targets, key, strict=True):
        function, *arguments = map(name, words[:-1] if target == OUTPUT else words)
        lines.append(Assignment(Name(target), function, tuple(arguments)))
    given = {f"#{word}" for words in key for word in words if isinstance(word, int) and word >= 0}
    known = {each: types.types[int(each[1:])] for each in given}
    try:
        return Checker(Program(tuple(lines)), known).part(types.number, whole=whole)
    except ProgramError:
        return None


class _Mine(threading.local):
    def __init__(self) -> None:
        self.parts = Parts(_solved)


_mine = _Mine()
