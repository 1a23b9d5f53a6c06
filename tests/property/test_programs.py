"""Laws of programs, on mutants of the stored ones: far stranger than anything written by hand."""

from arc_solver_phase1.program.text import parse as plain_parse
from hypothesis import given, settings
from hypothesis import strategies as st

from arc_solver import library
from arc_solver.batch import Batch
from arc_solver.mutate import mutant_of
from arc_solver.program.check import Checked, check
from arc_solver.program.form import (
    InlineTooLarge,
    canonical,
    content_hash,
    inline,
    parse_expression,
)
from arc_solver.program.run import Mode, run
from arc_solver.program.text import parse, placed
from arc_solver.randomness import Random
from arc_solver.tasks import load

PROGRAMS = list(library.programs().values())
TASKS = list(load("arcagi", "training"))


def mutant(seed: int) -> Checked:
    random = Random(f"property {seed}")
    _, first = mutant_of(random.choice(PROGRAMS), random, PROGRAMS)
    return mutant_of(first, random, PROGRAMS)[1]


mutants = st.integers(0, 10**6).map(mutant)


@given(mutants)
def test_parse_print_parse_is_the_identity(checked: Checked) -> None:
    text = str(checked.program)
    assert parse(text) == checked.program
    assert str(parse(text)) == text


@given(mutants)
def test_the_canonical_form_is_its_own_canonical_form(checked: Checked) -> None:
    once = canonical(checked)
    assert canonical(once) == once
    assert check(parse(str(once.program))) == once


@given(mutants)
def test_an_expression_is_the_same_program(checked: Checked) -> None:
    try:
        expression = inline(checked)
    except InlineTooLarge:
        return
    back = parse_expression(expression)
    assert content_hash(back) == content_hash(checked)
    assert inline(back) == expression


@settings(deadline=None)
@given(mutants, st.integers(0, len(TASKS) - 1))
def test_the_canonical_form_answers_the_same(checked: Checked, number: int) -> None:
    grid = TASKS[number].train[0].input
    assert run(canonical(checked), grid).output == run(checked, grid).output


@settings(deadline=None, max_examples=60)
@given(
    st.lists(mutants, min_size=1, max_size=12),
    st.integers(0, len(TASKS) - 1),
    st.sampled_from(Mode),
)
def test_a_batch_gives_value_for_value_what_each_candidate_gives_alone(
    candidates: list[Checked], number: int, mode: Mode
) -> None:
    """Failures too: which operation failed, with which words, in which order."""
    batch = Batch([*candidates, *candidates[:2]])
    for sample in TASKS[number].train[:2]:
        together = batch.run(sample.input, mode)
        alone = [run(each, sample.input, mode) for each in [*candidates, *candidates[:2]]]
        assert list(together.runs) == alone
        assert together.evaluated <= batch.sharing.calls_shared


@given(st.lists(mutants, min_size=1, max_size=6))
def test_sharing_never_costs_a_call_and_a_candidate_given_twice_costs_nothing(
    candidates: list[Checked],
) -> None:
    once, twice = Batch(candidates).sharing, Batch([*candidates, *candidates]).sharing
    assert once.calls_shared <= once.calls_alone
    assert twice.calls_shared == once.calls_shared
    assert twice.calls_alone == 2 * once.calls_alone


@given(mutants, st.integers(0, 10**6), st.sampled_from("#(), =-9xIO1t\u0663"))
def test_a_text_with_a_wrong_character_reads_as_it_did_in_phase_1(
    checked: Checked, at: int, character: str
) -> None:
    """The same lines in the same places, or the same words about them."""
    text = str(checked.program)
    text = text[: at % len(text)] + character + text[at % len(text) + 1 :]
    told = []
    for read in (parse, plain_parse):
        try:
            found = placed(read(text)) if read is parse else read(text)
            columns = [
                [a.function.column, *(x.column for x in a.arguments)] for a in found.assignments
            ]
            told.append(
                f"{found} {columns} {[(a.line, a.target.column) for a in found.assignments]}"
            )
        except Exception as error:  # noqa: BLE001 - of two packages: compared by its words
            told.append(str(error))
    assert told[0] == told[1]
