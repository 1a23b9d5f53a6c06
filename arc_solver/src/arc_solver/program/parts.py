"""Program -> the types of its lines, from what was found for equal parts of earlier programs.

Mutants have most of their lines in common. A line whose arguments have known types is decided by
these types alone; lines that have unknown parts of types in common are decided together, as a
group, and by nothing outside of it. So what the checker found for a line or a group is kept under
the names and types in it, and holds wherever the same stand again.

Whatever is unusual (an error, a guess that had to be taken back) is left to the checker itself.
"""

from collections.abc import Callable
from dataclasses import dataclass

from arc_solver.program.lines import INPUT, OUTPUT, Assignment, Program
from arc_solver.types import BOOL, GRID, INT, PAIR, AnyType

MAX_KEPT = 8_000
MAX_GUESSES = 50
"""Together fewer than those after which the checker gives up on one program."""

GRID_WORD = 0
Word = str | int
"""In a key: a primitive, the number of a type, or, negative, a line of the group."""

Key = tuple[tuple[Word, ...], ...]


@dataclass(frozen=True, slots=True)
class Found:
    """What is known of the lines of a group: the type of each, by number, or None if it is not
    wholly known; whether more lines may still say more; and how often was guessed."""

    types: tuple[int | None, ...]
    closed: bool
    guesses: int = 0


class Types:
    """Types by number, so that a key is made of numbers: a type is slow to hash."""

    def __init__(self) -> None:
        self.numbers: dict[AnyType, int] = {}
        self.types: list[AnyType] = []

    def number(self, one: AnyType) -> int:
        found = self.numbers.get(one)
        if found is None:
            found = self.numbers[one] = len(self.types)
            self.types.append(one)
        return found


Solve = Callable[[Key, Types, bool], Found | None]


class Parts:
    """Remembers groups; `solve` asks the checker about one it has not met, with its lines alone,
    before the end of the program or at it."""

    def __init__(self, solve: Solve) -> None:
        self._solve = solve
        self._forget()

    def _forget(self) -> None:
        self.types = Types()
        for number, one in enumerate((GRID, INT, BOOL, PAIR)):
            assert self.types.number(one) == number  # as words of literals are numbered
        self.found: dict[Key | tuple[Key], Found | None] = {}

    def types_of(self, program: Program) -> tuple[AnyType, ...] | None:
        """The type of each line; None where only the checker can tell, or tell what is wrong."""
        if len(self.found) > MAX_KEPT:
            self._forget()
        return _Reading(self, program).types()

    def ask(self, key: Key, *, whole: bool) -> Found | None:
        place = (key,) if whole else key
        if place not in self.found:
            self.found[place] = self._solve(key, self.types, whole)
        return self.found[place]


class _Reading:
    """One program: the types known so far by variable, and the open group of the others."""

    def __init__(self, parts: Parts, program: Program) -> None:
        self._parts = parts
        self._program = program
        self._known: dict[str, int] = {INPUT: GRID_WORD}
        self._groups: dict[str, list[int]] = {}
        self._guesses = 0

    def types(self) -> tuple[AnyType, ...] | None:
        known, kept = self._known, self._parts.found
        for number, line in enumerate(self._program.assignments):
            words = self._alone(line)
            found = None if words is None else kept.get((words,))
            if found is not None and found.closed:
                (type_,) = found.types
                assert type_ is not None
                known[line.target.text] = type_
            elif not self._read(number, line):
                return None
        open_groups = {group[0]: group for group in self._groups.values()}
        for first in sorted(open_groups):
            if not self._close(open_groups[first]):
                return None
        if self._guesses > MAX_GUESSES:
            return None
        all_types = self._parts.types.types
        return tuple([all_types[known[a.target.text]] for a in self._program.assignments])

    def _alone(self, line: Assignment) -> tuple[Word, ...] | None:
        """The words of a line whose arguments have known types; None for another."""
        known, form = self._known, line.form
        words: list[Word] = [*form.words]
        for place, name in form.places:
            if name not in known:
                return None
            words[place] = known[name]
        if line.target.text == OUTPUT:
            words.append(OUTPUT)
        return tuple(words)

    def _read(self, number: int, line: Assignment) -> bool:
        group = [number]
        for name in line.form.variables:
            joined = self._groups.get(name)
            if joined is not None:
                group = joined if group is joined else sorted({*joined, *group})
        key = self._key(group)
        found = self._parts.ask(key, whole=False)
        if found is None:
            return False
        for line_number, type_ in zip(group, found.types, strict=True):
            name = self._program.assignments[line_number].target.text
            if type_ is not None:
                self._known[name] = type_
                self._groups.pop(name, None)
            else:
                self._groups[name] = group
        if not found.closed and None not in found.types:
            self._groups[f"# {group[0]}"] = group
        return True

    def _close(self, group: list[int]) -> bool:
        found = self._parts.ask(self._key(group), whole=True)
        if found is None:
            return False
        self._guesses += found.guesses
        for line_number, type_ in zip(group, found.types, strict=True):
            assert type_ is not None
            self._known[self._program.assignments[line_number].target.text] = type_
        return True

    def _key(self, group: list[int]) -> Key:
        places = {
            self._program.assignments[number].target.text: -1 - place
            for place, number in enumerate(group)
        }
        lines = (self._program.assignments[number] for number in group)
        return tuple([self._words(line, places) for line in lines])

    def _words(self, line: Assignment, places: dict[str, int]) -> tuple[Word, ...]:
        words: list[Word] = [*line.form.words]
        for place, name in line.form.places:
            words[place] = places[name] if name in places else self._known.get(name, name)
        if line.target.text == OUTPUT:
            words.append(OUTPUT)
        return tuple(words)
