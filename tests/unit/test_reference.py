"""The reference names all that the program has, and is what the program says now."""

import re

import pytest

from tests.quality import reference
from unladen.config import Config
from unladen.errors import Exit
from unladen.verbs import VERBS


def section(verb: str) -> str:
    text = reference.TARGET.read_text("utf-8")
    assert f"\n### {verb}\n" in text, f"{verb} is not in the reference: {reference.COMMAND}"
    return text.partition(f"\n### {verb}\n")[2].partition("\n### ")[0]


def test_the_reference_is_made_from_the_program_and_not_typed() -> None:
    assert reference.main(["--check"]) == 0, reference.COMMAND


@pytest.mark.parametrize("verb", VERBS)
def test_every_option_of_every_verb_is_in_the_reference(verb: str) -> None:
    options = set(
        re.findall(r"(?<![\w-])--?[a-z][a-z-]*", reference.verb_parser(verb).format_usage())
    )
    assert {"-h", "--json"} <= options
    told = section(verb)
    assert {each for each in options if f"`{each}" not in told} == set()


def test_every_exit_code_and_setting_is_in_the_reference() -> None:
    text = reference.TARGET.read_text("utf-8")
    for code in Exit:
        assert f"| {int(code)} | `{code.name}` | {code.meaning}" in text.replace("\\|", "|")
    for name in Config.__dataclass_fields__:
        assert re.search(rf"^\| `{name.replace('_', '-')}` \| .* \| \S", text, re.MULTILINE), name


def test_every_exit_code_is_told_with_help() -> None:
    from unladen.verbs.words import EXIT_CODES

    assert {str(int(code)) for code in Exit} <= set(re.findall(r"\d+", EXIT_CODES))
