"""The figures in docs/array.md are the ones that were measured, and the commands exist."""

import re
from pathlib import Path

from arc_solver.cli.parser import parser

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "array.md").read_text("utf-8")


def test_the_figures_of_the_page_stand_in_the_files_that_the_commands_wrote() -> None:
    blocks = re.findall(r"<!-- figures: (\S+) -->\n```text\n(.*?)\n```", PAGE, re.DOTALL)
    assert [name for name, _ in blocks] == ["speed.txt", "speed.txt", "evaluation.txt"]
    for name, block in blocks:
        assert block in (ROOT / "results" / "array" / name).read_text("utf-8")


def test_no_gated_row_of_the_kept_table_is_slower() -> None:
    table = (ROOT / "results" / "array" / "speed.txt").read_text("utf-8")
    assert "\n0 of the gated rows are slower" in table
    assert "SLOWER" not in table


def test_the_commands_of_the_page_are_understood() -> None:
    words = re.findall(r"^arc-solver (.*?)\s*(?:#.*)?$", PAGE, re.MULTILINE)
    assert len(words) == 5
    for each in words:
        parser().parse_args(each.split())
    for module in re.findall(r"python -m (tests\.[\w.]+)", PAGE):
        assert (ROOT / f"{module.replace('.', '/')}.py").exists()
