"""What a program is made of: atoms, lines, and what every stage asks of them."""

from dataclasses import dataclass, field
from typing import NamedTuple

from arc_solver.dsl import PRIMITIVES
from arc_solver.values import Pair

INPUT = "I"
OUTPUT = "O"

Key = str | tuple[bool, int | bool | Pair]
"""What an atom is known by: a name's text; of a literal, whether it is a truth value, too."""

INT_WORD, BOOL_WORD, PAIR_WORD = 1, 2, 3
"""The numbers of the types that literals have; 0 is the input's."""


class Told(NamedTuple):
    """What the stages ask of an atom: made once for an atom, and an atom is in many lines."""

    key: Key
    word: str | int
    """A name's text; of a literal, the number of its type."""
    variable: str | None


@dataclass(frozen=True, slots=True)
class Name:
    """A primitive or a variable; where it stands does not make it another one."""

    text: str
    column: int = field(default=0, compare=False)
    told: Told = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        variable = None if self.text in PRIMITIVES else self.text
        object.__setattr__(self, "told", Told(self.text, self.text, variable))

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Literal:
    value: int | bool | Pair
    column: int = field(default=0, compare=False)
    told: Told = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        truth = isinstance(self.value, bool)
        word = INT_WORD if isinstance(self.value, int) else PAIR_WORD
        told = Told((truth, self.value), BOOL_WORD if truth else word, None)
        object.__setattr__(self, "told", told)

    def __str__(self) -> str:
        return str(self.value).lower()

    def __eq__(self, other: object) -> bool:
        """True is not 1 here, although Python says so."""
        return isinstance(other, Literal) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))


Atom = Name | Literal


class Form(NamedTuple):
    """Function and arguments of a line as the stages ask for them: made once for a line, and a
    line is in many programs."""

    keys: tuple[Key, ...]
    words: tuple[str | int, ...]
    variables: tuple[str, ...]
    places: tuple[tuple[int, str], ...]
    """The variables again, with where they stand."""


@dataclass(frozen=True, slots=True)
class Assignment:
    target: Name
    function: Name
    arguments: tuple[Atom, ...]
    line: int = field(default=0, compare=False)
    form: Form = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        told = [self.function.told, *[atom.told for atom in self.arguments]]
        keys, words, names = zip(*told, strict=True)
        places = [(place, name) for place, name in enumerate(names) if name]
        form = Form(keys, words, tuple([name for _, name in places]), tuple(places))
        object.__setattr__(self, "form", form)

    def __str__(self) -> str:
        return f"{self.target} = {self.function}({', '.join(map(str, self.arguments))})"


@dataclass(frozen=True, slots=True)
class Program:
    """Assignments in order; every name is known to be defined before it is used."""

    assignments: tuple[Assignment, ...]

    def __str__(self) -> str:
        return "".join(f"{assignment}\n" for assignment in self.assignments)

    def needed(self) -> frozenset[str]:
        """The variables that the output depends on, itself included."""
        needed = {OUTPUT}
        for assignment in reversed(self.assignments):
            if assignment.target.text in needed:
                needed.update(assignment.form.variables)
        return frozenset(needed)
