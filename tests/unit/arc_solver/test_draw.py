"""draw: every cell of a grid can be read back from its picture."""

import re
from itertools import pairwise
from xml.etree import ElementTree

from hypothesis import example, given
from hypothesis import strategies as st

from arc_solver.draw import (
    PALETTE,
    TERMINAL,
    ansi,
    grids_svg,
    plain,
    side_by_side,
    task_lines,
    task_svg,
)
from arc_solver.tasks import Sample, Task, load
from arc_solver.values import Grid, grid_of

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
SVG = "{http://www.w3.org/2000/svg}"


@st.composite
def grids(draw: st.DrawFn) -> Grid:
    height, width = draw(st.integers(1, 8)), draw(st.integers(1, 8))
    row = st.lists(st.integers(0, 9), min_size=width, max_size=width)
    return grid_of(draw(st.lists(row, min_size=height, max_size=height)))


def blocks() -> st.SearchStrategy[list[tuple[str, list[str]]]]:
    line = st.text("ab", min_size=1, max_size=9)
    coloured = st.builds(lambda n: f"\x1b[48;5;16m{'cc' * n}\x1b[0m", st.integers(1, 5))
    return st.lists(st.tuples(line, st.lists(line | coloured, max_size=4)), max_size=7)


def visible(line: str) -> int:
    return len(ESCAPE.sub("", line))


def pair(before: Grid, after: Grid | None) -> Sample:
    return Sample(input=before, output=after)


SMALL, WIDE = grid_of([[1, 2]]), grid_of([[3] * 30])
TASK = Task(id="t", train=(pair(SMALL, SMALL), pair(WIDE, WIDE)), test=(pair(SMALL, None),))


def seen(line: str) -> tuple[int, ...]:
    """What a terminal would show: colours, two columns each."""
    runs = re.findall(r"\x1b\[48;5;(\d+)m( +)", line)
    return tuple(TERMINAL.index(int(code)) for code, run in runs for _ in run[::2])


@given(grid=grids())
def test_a_coloured_grid_shows_each_cell_two_characters_wide(grid: Grid) -> None:
    lines = ansi(grid)
    assert grid_of(map(seen, lines)) == grid
    assert {visible(line) for line in lines} == {2 * len(grid[0])}
    assert all(line.endswith("\x1b[0m") for line in lines)


@given(grid=grids())
def test_a_plain_grid_is_its_digits_with_dots_for_the_background(grid: Grid) -> None:
    lines = plain(grid)
    assert grid_of([int(c) for c in line.replace(".", "0")] for line in lines) == grid
    assert "0" not in "".join(lines)


def test_the_ten_colours_differ_in_every_picture() -> None:
    assert len(set(TERMINAL)) == len(set(PALETTE)) == 10
    assert PALETTE[:3] == ("#000000", "#0074d9", "#ff4136")


def test_a_computed_cell_that_is_no_colour_is_shown_as_strange() -> None:
    grid = grid_of([[-1, 10, 1]])
    assert plain(grid) == ["??1"]
    assert ESCAPE.sub("", ansi(grid)[0]) == "????  "
    assert "#ffffff" in grids_svg([[("", grid)]])


@given(parts=blocks(), width=st.integers(1, 40))
def test_no_line_is_wider_than_the_terminal_unless_one_block_is(
    parts: list[tuple[str, list[str]]], width: int
) -> None:
    widest = max((visible(line) for title, body in parts for line in (title, *body)), default=0)
    assert max(map(visible, side_by_side(parts, width)), default=0) <= max(width, widest)


@given(parts=blocks(), width=st.integers(1, 40))
def test_laying_out_blocks_loses_no_line_of_them(
    parts: list[tuple[str, list[str]]], width: int
) -> None:
    wanted = sorted(line for title, body in parts for line in (title, *body))
    assert sorted(" ".join(side_by_side(parts, width)).split()) == wanted


def test_blocks_fill_the_width_exactly_before_they_wrap() -> None:
    parts = [("aaaa", ["1"]), ("bbbb", ["2", "3"]), ("cc", ["4"])]
    assert side_by_side(parts, 11) == ["aaaa   bbbb", "1      2", "       3", "", "cc", "4"]
    assert side_by_side(parts, 10)[0] == "aaaa"
    assert side_by_side(parts, 16)[0] == "aaaa   bbbb   cc"


def test_escapes_take_no_room() -> None:
    parts = [("x", ansi(SMALL)), ("y", ansi(SMALL))]
    assert side_by_side(parts, 11)[0] == "x      y"
    assert side_by_side(parts, 10)[0] == "x"


def test_a_task_is_shown_pair_by_pair_with_sizes_and_arrows() -> None:
    assert task_lines(TASK, colour=False, width=40) == [
        "train 1  1x2 -> 1x2",
        "12 -> 12",
        "",
        "train 2  1x30 -> 1x30",
        "3" * 30,
        "|",
        "v",
        "3" * 30,
        "",
        "test 1  1x2 -> ?",
        "12 -> ?",
    ]


def test_a_pair_that_just_fits_stays_on_one_line() -> None:
    whole = "3" * 30 + " -> " + "3" * 30
    assert whole in task_lines(TASK, colour=False, width=64)
    assert whole not in task_lines(TASK, colour=False, width=63)


def test_a_hidden_answer_shows_neither_its_cells_nor_its_size() -> None:
    task = Task(id="t", train=TASK.train, test=(pair(SMALL, grid_of([[7] * 5] * 4)),))
    shown, hidden = (
        "\n".join(task_lines(task, colour=False, width=80, show_answers=show))
        for show in (True, False)
    )
    assert "77777" in shown
    assert "test 1  1x2 -> 4x5" in shown
    assert "7" not in hidden
    assert "test 1  1x2 -> ?" in hidden


def test_plain_lines_hold_no_escape_and_colour_changes_no_title() -> None:
    task = load("arcagi", "training")["007bbfb7"]
    without = task_lines(task, colour=False, width=10)
    assert not any("\x1b" in line for line in without)
    titles = [line for line in without if line.startswith("t")]
    assert titles[0] == "train 1  3x3 -> 9x9"
    coloured = task_lines(task, colour=True, width=10)
    assert [line for line in coloured if line.startswith("t")] == titles


def test_every_training_task_fits_a_terminal_of_eighty_columns() -> None:
    for task in load("arcagi", "training"):
        for colour in (False, True):
            assert max(map(visible, task_lines(task, colour, 80))) <= 80, task.id


def drawn(figure: ElementTree.Element) -> tuple[Grid, int]:
    """The grid that the rectangles of a figure paint, and how many there are."""
    cells: dict[tuple[int, int], int] = {}
    rects = list(figure.iter(f"{SVG}rect"))
    for rect in rects:
        x, y, width, height = (int(rect.attrib[k]) for k in ("x", "y", "width", "height"))
        for place in ((y + dy, x + dx) for dy in range(height) for dx in range(width)):
            assert place not in cells
            cells[place] = PALETTE.index(rect.attrib["fill"])
    height, width = max(y for y, _ in cells) + 1, max(x for _, x in cells) + 1
    return grid_of([[cells[y, x] for x in range(width)] for y in range(height)]), len(rects)


@given(grid=grids())
@example(grid=grid_of([[1, 1, 2, 1]]))
def test_a_picture_paints_every_cell_once_and_merges_runs(grid: Grid) -> None:
    found, count = drawn(ElementTree.fromstring(grids_svg([[("caption", grid)]])))
    assert found == grid
    changes = sum(one != other for row in grid for one, other in pairwise(row))
    assert count == len(grid) + changes


@given(text=st.text())
@example(text="a < b & \"c\" > 'd'")
@example(text="]]>\x00\x1b\ud800\ufffe")
def test_any_caption_and_title_leaves_the_picture_well_formed(text: str) -> None:
    root = ElementTree.fromstring(grids_svg([[(text, SMALL)]], title=text).encode())
    kept = re.sub("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", text)
    kept = kept.replace("\r\n", "\n").replace("\r", "\n")
    assert (root.findtext(f"{SVG}title") or "") == kept
    assert (root.find(f".//{SVG}text").text or "") == kept  # type: ignore[union-attr]


def figures(root: ElementTree.Element) -> list[tuple[float, float, float, float]]:
    """Left, top, right and bottom of each grid with its caption."""
    boxes = []
    for figure in root.findall(f"{SVG}g"):
        x, y = map(float, re.findall(r"[\d.]+", figure.attrib["transform"]))
        grid, _ = drawn(figure)
        caption = figure.findtext(f"{SVG}text") or ""
        right = x + max(len(grid[0]) * 10, len(caption) * 6.6)
        boxes.append((x, y, right, y + 16 + len(grid) * 10))
    return boxes


def test_no_figure_overlaps_another_or_leaves_the_picture() -> None:
    tasks = load("arcagi", "training")
    for id in ("007bbfb7", "67a3c6ac", "484b58aa", "feca6190"):
        root = ElementTree.fromstring(task_svg(tasks[id]))
        _, _, width, height = map(float, root.attrib["viewBox"].split())
        boxes = figures(root)
        assert len(boxes) == 2 * len(tasks[id].samples)
        for n, (left, top, right, bottom) in enumerate(boxes):
            assert 0 <= left < right <= width
            assert 0 <= top < bottom <= height
            for other in boxes[:n]:
                apart = other[2] < left or right < other[0] or other[3] < top or bottom < other[1]
                assert apart


def test_a_task_picture_names_the_task_and_omits_an_unknown_answer() -> None:
    root = ElementTree.fromstring(task_svg(TASK))
    assert root.findtext(f"{SVG}title") == "ARC task t"
    captions = [text.text for text in root.iter(f"{SVG}text")]
    assert captions[0] == "train 1 input 1x2"
    assert captions[-1] == "test 1 input 1x2"


def test_pictures_of_nothing_are_still_pictures() -> None:
    nothing: list[list[list[tuple[str, Grid]]]] = [[], [[]], [[("", grid_of([]))]]]
    for rows in nothing:
        root = ElementTree.fromstring(grids_svg(rows))
        assert all(float(side) > 0 for side in root.attrib["viewBox"].split()[2:])


def luminance(colour: str) -> float:
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    r, g, b = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def test_captions_can_be_read_on_white_and_on_black() -> None:
    text = ElementTree.fromstring(task_svg(TASK)).find(f".//{SVG}text")
    assert text is not None
    grey = luminance(text.attrib["fill"]) + 0.05
    assert 1.05 / grey >= 4.5
    assert grey / 0.05 >= 4.5
