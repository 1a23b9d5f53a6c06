"""Lines of ours in files of others: put in and taken out, byte for byte."""

import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unladen.output.init import diff_lines
from unladen.tools.marked_lines import OurLines, has_ours, with_lines, without_lines

OURS = ["[tool.unladen]", "allow = 0.01  # 1 %", "", "last"]
TEXTS = st.text(st.sampled_from("ab#<>= \n\t\r\u2028\x0cä"), max_size=60)


@given(text=TEXTS | st.none(), folders=st.integers(0, 4), lines=st.lists(st.sampled_from(OURS)))
def test_what_is_taken_out_leaves_what_was_there(
    text: str | None, folders: int, lines: list[str]
) -> None:
    """A file that mixes the ends of its lines gets its own back, too."""
    without = without_lines(with_lines(text, lines, folders))
    assert without.ours is OurLines.OUT
    assert without.text == text
    assert without.folders == (folders if text is None else 0)


@given(text=TEXTS, before=TEXTS, after=TEXTS)
def test_what_somebody_writes_around_them_stays(text: str, before: str, after: str) -> None:
    whole = with_lines(text, OURS)
    first = whole.index("# >>> unladen")
    edited = f"{before}{whole[:first]}{whole[first:]}{after}"
    if not (before + whole[:first]).endswith("\n") and before + whole[:first]:
        return
    without = without_lines(edited)
    assert without.ours is OurLines.OUT
    assert without.text is not None
    assert without.text.startswith(before + text.rstrip("\r\n"))
    assert without.text.endswith(after)
    assert "unladen" not in without.text


def test_a_file_made_for_them_stays_if_somebody_wrote_into_it() -> None:
    without = without_lines(f"{with_lines(None, OURS)}mine\n")
    assert (without.ours, without.text) == (OurLines.OUT, "mine\n")


def test_lines_that_somebody_edited_are_left_and_named_unless_forced() -> None:
    text = with_lines("a\nb\n", OURS).replace("0.01", "0.05")
    without = without_lines(text)
    assert (without.ours, without.text) == (OurLines.EDITED, text)
    assert (without.first, without.last) == (4, 9)
    assert without_lines(text, force=True).text == "a\nb\n"


def test_windows_ends_of_lines_are_kept_and_used() -> None:
    text = with_lines("a\r\nb", OURS)
    assert "\n" not in text.replace("\r\n", "")
    assert without_lines(text).text == "a\r\nb"


def test_a_line_that_only_looks_like_ours_is_nobodys() -> None:
    text = "# >>> unladen init: begin\nx\n# <<< unladen init\n"
    assert not has_ours(text)
    assert without_lines(text).ours is OurLines.NONE


@pytest.mark.parametrize("before", [None, "", "a", "a\n", "a\r\nb\r\n", "a\n\x0cb\u2028c\n" * 9])
@pytest.mark.parametrize("after", [None, "", "a", "b\nc\n", "a\n\x0cb\u2028d\n" * 9])
def test_what_is_shown_is_a_patch_that_git_applies(
    tmp_path: Path, before: str | None, after: str | None
) -> None:
    if before == after or {before, after} <= {None, ""}:
        return
    path = tmp_path / "file"
    if before is not None:
        path.write_bytes(before.encode())
    patch = "\n".join(diff_lines("file", before, after)) + "\n"
    words = ["git", "apply", "--whitespace=nowarn"]
    subprocess.run(words, cwd=tmp_path, input=patch.encode(), check=True)
    found = path.read_bytes().decode() if path.exists() else None
    assert (found or "") == (after or "")
