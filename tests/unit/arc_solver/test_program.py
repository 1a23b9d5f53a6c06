"""Programs: reading, types, running in two modes, canonical form, one expression."""

import pytest

from arc_solver import library
from arc_solver.errors import ProgramError
from arc_solver.program.check import Checked, check
from arc_solver.program.form import (
    InlineTooLarge,
    canonical,
    content_hash,
    inline,
    parse_expression,
)
from arc_solver.program.run import Mode, function_of, run
from arc_solver.program.text import parse
from arc_solver.tasks import load
from arc_solver.values import Grid, grid_of

TASKS = load("arcagi", "training")


def read(text: str) -> Checked:
    return check(parse(text))


GRID = Grid(((0, 0, 0), (0, 5, 0), (0, 0, 3)))


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("", 1, 1, "no line assigns O"),
        ("x1 = vmirror(I)", 1, 1, "no line assigns O"),
        ("O = foo(I)", 1, 5, "neither a primitive nor an earlier variable"),
        ("O = vmirror(x1)", 1, 13, "neither a primitive nor an earlier variable"),
        ("O = vmirror(I", 1, 14, "expected ), found the end of the line"),
        ("O = vmirror(I) 3", 1, 16, "expected the end of the line"),
        ("O = vmirror(I)\nx1 = vmirror(I)", 2, 1, "nothing may follow"),
        ("x1 = vmirror(I)\nx1 = hmirror(I)\nO = vmirror(x1)", 2, 1, "defined already"),
        ("vmirror = hmirror(I)", 1, 1, "defined already"),
        ("I = hmirror(I)", 1, 1, "defined already"),
        ("O = vmirror(é)", 1, 13, "has no meaning here"),
        ("O = canvas(3, (1, 99999999999))", 1, 19, "a number is at most"),
        ("O = canvas(3, (1, (2, 3)))", 1, 19, "expected a number"),
        ("\n\n  O = vmirror I", 3, 15, "expected ("),
    ],
)
def test_a_text_that_cannot_be_read_is_refused_at_its_line_and_column(
    text: str, line: int, column: int, words: str
) -> None:
    with pytest.raises(ProgramError) as caught:
        parse(text)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert words in caught.value.what


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("O = height(I)", 1, 5, "height cannot be called with 1 argument to make a grid"),
        ("O = paint(I, 3)", 1, 14, "argument 2 of paint should be object; 3 is int"),
        ("x1 = add(1, true)\nO = canvas(x1, (1, 1))", 1, 13, "should be int or pair"),
        ("x1 = height(I)\nO = crop(I, x1, x1)", 2, 13, "should be pair; x1 is int"),
        ("x1 = rbind(add, 1)\nO = x1(I)", 1, 12, "should be (grid, int) -> grid; add is"),
        ("x1 = I(I)\nO = vmirror(I)", 1, 6, "cannot be called"),
        ("x1 = apply(size, I)\nO = vmirror(I)", 1, 18, "should be"),
    ],
)
def test_types_that_do_not_fit_are_told_at_the_argument(
    text: str, line: int, column: int, words: str
) -> None:
    with pytest.raises(ProgramError) as caught:
        check(parse(text))
    assert (caught.value.line, caught.value.column) == (line, column)
    assert words in caught.value.what


def test_a_later_line_decides_which_signature_was_meant() -> None:
    text = "x1 = rbind(add, 1)\nx2 = x1({})\nx3 = {}\nO = canvas(3, x3)"
    of_a_pair = check(parse(text.format("(1, 2)", "x1(x2)")))
    assert str(of_a_pair.types[0]) == "(pair) -> pair"
    of_a_number = check(parse(text.format("1", "astuple(x2, x2)")))
    assert str(of_a_number.types[0]) == "(int) -> int"


def test_true_is_not_one() -> None:
    graph_text = "x1 = astuple(1, 1)\nx2 = equality(true, false)\nO = canvas(1, x1)"
    assert "true" not in str(canonical(check(parse(graph_text))).program)
    with pytest.raises(ProgramError):
        check(parse("O = canvas(true, (1, 1))"))


def test_strict_mode_ends_at_the_first_failure_and_names_the_operation() -> None:
    checked = check(parse("x1 = trim(I)\nx2 = trim(x1)\nO = hmirror(x2)"))
    result = run(checked, GRID)
    assert result.output is None
    assert [failure.operation for failure in result.failures] == ["trim"]
    assert "ValueError" in result.failures[0].message


def test_safe_mode_counts_failures_and_goes_on_with_the_default_of_the_type() -> None:
    checked = check(
        parse("x1 = frontiers(I)\nx2 = first(x1)\nx3 = ulcorner(x2)\nO = fill(I, 9, x2)")
    )
    failing = Grid(((1, 2), (2, 1)))
    assert run(checked, failing).output is None
    safe = run(checked, failing, Mode.SAFE)
    assert safe.output == failing
    assert [failure.operation for failure in safe.failures] == ["first"]


def test_a_failed_function_gives_a_function_that_gives_the_default() -> None:
    text = "x1 = frontiers(I)\nx2 = first(x1)\nx3 = color(x2)\nx4 = lbind(add, x3)\n"
    checked = check(parse(f"{text}x5 = x4(2)\nO = canvas(x5, (1, 1))"))
    assert run(checked, Grid(((1, 2), (2, 1))), Mode.SAFE).output == ((2,),)


def test_lines_that_the_output_does_not_need_are_not_run() -> None:
    checked = check(parse("x1 = crop(I, (99, 99), (1, 1))\nO = vmirror(I)"))
    assert run(checked, GRID).failures == ()


def test_the_canonical_form_forgets_names_order_repetition_and_unused_lines() -> None:
    one = read("a = vmirror(I)\nb = hmirror(I)\nunused = trim(I)\nO = hconcat(a, b)")
    other = read("q = hmirror(I)\np = vmirror(I)\nr = vmirror(I)\nO = hconcat(r, q)")
    assert str(canonical(one).program) == "x1 = vmirror(I)\nx2 = hmirror(I)\nO = hconcat(x1, x2)\n"
    assert content_hash(one) == content_hash(other)
    assert content_hash(one) != content_hash(read("O = vmirror(I)"))


def test_a_program_becomes_one_expression_and_comes_back() -> None:
    program = read("x1 = rbind(replace, 3)\nx2 = x1(I, 0)\nx3 = height(I)\nO = upscale(x2, x3)")
    expression = inline(program)
    assert expression == "upscale(rbind(replace, 3)(I, 0), height(I))"
    assert parse_expression(expression) == canonical(program)


def test_equal_lines_of_two_types_stay_two_lines() -> None:
    text = "x1 = rbind(add, 1)\nx2 = rbind(add, 1)\nx3 = x1(2)\nx4 = x2((1, 2))\nO = canvas(x3, x4)"
    once = canonical(read(text))
    assert str(once.program).count("rbind") == 2
    assert canonical(read(str(once.program))) == once
    assert parse_expression(inline(read(text))) == once


def test_the_canonical_form_stays_when_it_is_read_again() -> None:
    unused = "x1 = rbind(add, 1)\nx2 = rbind(add, 1)\nu = x1((1, 2))\nx3 = astuple(x1, x2)\n"
    guessed = (
        "x1 = rbind(add, 1)\nx2 = x1((1, 2))\nx3 = astuple(x1, I)\nx4 = last(x3)\n"
        "x5 = canvas(0, x2)\nx6 = astuple(x4, x5)\nO = first(x6)"
    )
    for text in (f"{unused}x4 = astuple(x3, I)\nO = last(x4)", guessed):
        once = canonical(read(text))
        assert canonical(read(str(once.program))) == once
        assert content_hash(read(text)) == content_hash(once)


@pytest.mark.parametrize(
    "line",
    [
        "x3 = equality(x1, x2)",
        "x3 = contained(x1, x4)",
        "x3 = initset(x1)",
        "x3 = dedupe(x4)",
    ],
)
def test_functions_cannot_be_compared(line: str) -> None:
    text = f"x1 = rbind(add, 1)\nx2 = rbind(add, 1)\nx4 = repeat(x1, 2)\n{line}\nO = vmirror(I)"
    with pytest.raises(ProgramError, match="functions cannot be compared"):
        read(text)


def test_a_type_that_doubles_with_every_line_is_refused() -> None:
    lines = [f"x{n + 1} = astuple(x{n}, x{n})" for n in range(40)]
    with pytest.raises(ProgramError, match="more than 300 parts"):
        read("\n".join(["x0 = astuple(I, I)", *lines, "O = vmirror(I)"]))


def test_a_long_chain_of_sharing_is_read_back_from_its_expression() -> None:
    lines = [f"x{n + 1} = cellwise(x{n}, x{n}, 0)" for n in range(8)]
    checked = read("\n".join(["x0 = vmirror(I)", *lines, "O = identity(x8)"]))
    assert parse_expression(inline(checked)) == canonical(checked)


def test_an_expression_that_would_grow_without_end_is_refused_before_it_is_built() -> None:
    lines = ["x0 = square(I)", *(f"x{n + 1} = both(x{n}, x{n})" for n in range(60))]
    program = read("\n".join([*lines, "O = branch(x60, I, I)"]))
    with pytest.raises(InlineTooLarge):
        inline(program)


@pytest.mark.parametrize("text", ["I", "vmirror(I", "vmirror(I))", "foo(I)", "3"])
def test_an_expression_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(ProgramError):
        parse_expression(text)


def test_a_program_of_endless_text_is_refused_unread() -> None:
    with pytest.raises(ProgramError, match="characters"):
        parse("#" * 200_000)
    with pytest.raises(ProgramError, match="at most"):
        parse("\n".join(f"x{n} = vmirror(I)" for n in range(300)) + "\nO = vmirror(I)")


def test_a_program_error_survives_the_way_between_processes() -> None:
    import pickle

    error = pickle.loads(pickle.dumps(ProgramError("what", 3, 4)))
    assert (error.line, error.column, error.what) == (3, 4, "line 3, column 4: what")


def test_an_error_in_an_expression_points_into_the_expression() -> None:
    """Not into the lines that were made of it, which nobody has seen."""
    text = "vmirror(fill(I, 3, true))"
    with pytest.raises(ProgramError, match="column 20") as error:
        parse_expression(text)
    assert text[error.value.column - 1 :].startswith("true")


@pytest.mark.parametrize("id", sorted(library.texts())[::40])
def test_a_program_as_a_function_makes_what_running_it_makes(id: str) -> None:
    checked = library.programs()[id]
    program = function_of(checked)
    for sample in TASKS[id].samples:
        assert program(sample.input) == run(checked, sample.input).output


def test_a_program_as_a_function_raises_what_its_operation_raises() -> None:
    program = function_of(check(parse("x1 = trim(I)\nO = vmirror(x1)")))
    with pytest.raises(ValueError, match="inside"):
        program(grid_of([[1, 2]]))
