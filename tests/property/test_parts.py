"""Types found part by part are those that the checker of phase 1 finds for the whole program."""

from arc_solver_phase1.program.check import check as plain_check
from arc_solver_phase1.program.text import parse as plain_parse
from hypothesis import given, settings
from hypothesis import strategies as st

from arc_solver.program.check import check
from arc_solver.program.text import parse
from tests.property.test_phases import FULL
from tests.property.test_programs import mutant

TEXTS = [candidate.text for item in FULL.items[::8] for candidate in item.candidates]


def same(text: str) -> None:
    found = check(parse(text)).types
    assert repr(found) == repr(plain_check(plain_parse(text)).types), text


def test_every_candidate_of_some_tasks_has_the_types_of_phase_1() -> None:
    for text in TEXTS:
        same(text)


@settings(max_examples=300)
@given(st.integers(0, 10**6))
def test_mutants_have_the_types_of_phase_1(seed: int) -> None:
    same(str(mutant(seed).program))


@given(st.integers(0, 10**6), st.integers(0, 10**6), st.integers(0, 200))
def test_a_program_with_a_wrong_line_fails_with_the_same_words(a: int, b: int, n: int) -> None:
    """A line of another program in place of one: mostly nonsense."""
    lines = str(mutant(a).program).splitlines()
    others = str(mutant(b).program).splitlines()
    at = n % len(lines)
    target = lines[at].split(" = ")[0]
    lines[at] = f"{target} = {others[n % len(others)].split(' = ')[1]}"
    text = "\n".join(lines)
    told = []
    for read, types in ((parse, check), (plain_parse, plain_check)):
        try:
            told.append(repr(types(read(text)).types))
        except Exception as error:  # noqa: BLE001 - of two packages: compared by its words
            told.append(str(error))
    assert told[0] == told[1]
