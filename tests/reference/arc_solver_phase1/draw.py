"""Grid, Task -> lines of text for a terminal, or an SVG picture; nothing is printed here."""

import re
from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby, zip_longest

from arc_solver_phase1.tasks import Sample, Task
from arc_solver_phase1.values import Grid

# The colours ARC puzzles are always shown in, and like ones among the 256 that every terminal and
# CI log knows (macOS Terminal knows no true colour). The nearest red is too close to orange.
PALETTE = (
    "#000000",
    "#0074d9",
    "#ff4136",
    "#2ecc40",
    "#ffdc00",
    "#aaaaaa",
    "#f012be",
    "#ff851b",
    "#7fdbff",
    "#870c25",
)
TERMINAL = (16, 32, 196, 41, 220, 248, 199, 208, 117, 88)
# Not a colour: programs can compute such cells, and a picture must show that, not fail.
STRANGE, STRANGE_TERMINAL = "#ffffff", "38;5;16;48;5;231"

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
GAP = 3

CELL = 10
FONT = 11
LETTER = 6.7  # of a monospace font of that size, rounded up
MARGIN = 10
# Over 4.5 : 1 against white and against black, so captions can be read on either page.
CAPTION = "#767676"

Block = tuple[str, Sequence[str]]


def ansi(grid: Grid) -> list[str]:
    """Two characters per cell, as a character is about twice as high as it is wide."""
    return ["".join(_painted(row)) + "\x1b[0m" for row in grid]


def _painted(row: Sequence[int]) -> Iterator[str]:
    for colour, cells in groupby(row):
        known = _is_colour(colour)
        style, mark = (f"48;5;{TERMINAL[colour]}", "  ") if known else (STRANGE_TERMINAL, "??")
        yield f"\x1b[{style}m" + mark * len(list(cells))


def plain(grid: Grid) -> list[str]:
    """For pipes and NO_COLOR: one digit per cell, the background as dots."""
    marks = ".123456789"
    return ["".join(marks[c] if _is_colour(c) else "?" for c in row) for row in grid]


def side_by_side(blocks: Sequence[Block], width: int) -> list[str]:
    """Titled blocks from left to right, continued below where the next would pass the width.

    Only a block that is wider by itself passes it: cut, it would show another grid.
    """
    lines: list[str] = []
    for shelf in _shelves(blocks, width):
        lines += [""] if lines else []
        widths = [_block_width(block) for block in shelf]
        columns = [[title, *body] for title, body in shelf]
        lines += (_line(parts, widths) for parts in zip_longest(*columns, fillvalue=""))
    return lines


def _shelves(blocks: Sequence[Block], width: int) -> list[list[Block]]:
    shelves: list[list[Block]] = []
    used = 0
    for block in blocks:
        wide = _block_width(block)
        if shelves and used + GAP + wide <= width:
            shelves[-1].append(block)
            used += GAP + wide
        else:
            shelves.append([block])
            used = wide
    return shelves


def _line(parts: Sequence[str], widths: Sequence[int]) -> str:
    padded = (
        part + " " * (wide - _visible(part)) for part, wide in zip(parts, widths, strict=True)
    )
    return (" " * GAP).join(padded).rstrip()


def _block_width(block: Block) -> int:
    title, body = block
    return max(map(_visible, (title, *body)))


def _visible(text: str) -> int:
    return len(ESCAPE.sub("", text))


def task_lines(task: Task, colour: bool, width: int, show_answers: bool = True) -> list[str]:
    """Sizes are height x width. A hidden answer hides its size too: it is half of many answers."""
    train = [_pair_block(f"train {n}", s, colour, width) for n, s in enumerate(task.train, 1)]
    tests = task.test if show_answers else [Sample(input=s.input, output=None) for s in task.test]
    test = [_pair_block(f"test {n}", s, colour, width) for n, s in enumerate(tests, 1)]
    return [*side_by_side(train, width), "", *side_by_side(test, width)]


def _pair_block(name: str, sample: Sample, colour: bool, width: int) -> Block:
    """The output goes to the right of the input, or below it where the terminal is too narrow."""
    draw = ansi if colour else plain
    before = draw(sample.input)
    after = ["?"] if sample.output is None else draw(sample.output)
    title = f"{name}  {_size(sample.input)} -> {_size(sample.output)}"
    across = max(map(_visible, before), default=0) + 4 + max(map(_visible, after), default=0)
    if across > width:
        return title, [*before, "|", "v", *after]
    middle = (len(before) - 1) // 2
    arrows = ["->" if row == middle else "  " for row in range(len(before))]
    widths = [max(map(_visible, part), default=0) for part in (before, arrows, after)]
    rows = zip_longest(before, arrows, after, fillvalue="")
    return title, [_joined(parts, widths) for parts in rows]


def _joined(parts: Sequence[str], widths: Sequence[int]) -> str:
    return " ".join(p + " " * (w - _visible(p)) for p, w in zip(parts, widths, strict=True))


def task_svg(task: Task) -> str:
    return grids_svg(
        [
            _pair_row(f"{part} {number}", sample)
            for part, samples in (("train", task.train), ("test", task.test))
            for number, sample in enumerate(samples, 1)
        ],
        title=f"ARC task {task.id}",
    )


def _pair_row(name: str, sample: Sample) -> list[tuple[str, Grid]]:
    row = [(f"{name} input {_size(sample.input)}", sample.input)]
    if sample.output is not None:
        row.append((f"output {_size(sample.output)}", sample.output))
    return row


def grids_svg(rows: Sequence[Sequence[tuple[str, Grid]]], title: str = "ARC grids") -> str:
    """A picture that stands alone: no style sheet, no script, no ids to clash inside a page."""
    parts: list[str] = []
    width, y = 0.0, float(MARGIN)
    for row in rows:
        x = float(MARGIN)
        for caption, grid in row:
            parts.append(_figure(caption, grid, x, y))
            x += max(_grid_width(grid) * CELL, len(caption) * LETTER) + 2 * MARGIN
        width = max(width, x - MARGIN)
        y += FONT + 5 + max((len(grid) for _, grid in row), default=0) * CELL + 2 * MARGIN
    width, height = max(width, 2.0 * MARGIN), y - MARGIN if rows else 2.0 * MARGIN
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" role="img">'
    )
    return "\n".join([head, f"<title>{_xml(title)}</title>", *parts, "</svg>\n"])


def _figure(caption: str, grid: Grid, x: float, y: float) -> str:
    text = (
        f'<text y="{FONT - 2}" font-family="monospace" font-size="{FONT}" '
        f'fill="{CAPTION}">{_xml(caption)}</text>'
    )
    cells = (
        f'<g transform="translate(0 {FONT + 5}) scale({CELL})">'
        f'<g shape-rendering="crispEdges">{"".join(_runs(grid))}</g>'
        f'<path d="{_lines(grid)}" fill="none" stroke="#808080" stroke-width="0.06"/></g>'
    )
    return f'<g transform="translate({x:g} {y:g})">{text}{cells}</g>'


def _runs(grid: Grid) -> Iterator[str]:
    """One rectangle per run of equal colours in a row: ten times fewer than one per cell."""
    for y, row in enumerate(grid):
        x = 0
        for colour, cells in groupby(row):
            count = len(list(cells))
            fill = PALETTE[colour] if _is_colour(colour) else STRANGE
            yield f'<rect x="{x}" y="{y}" width="{count}" height="1" fill="{fill}"/>'
            x += count


def _lines(grid: Grid) -> str:
    height, width = len(grid), _grid_width(grid)
    across = (f"M0 {y}h{width}" for y in range(height + 1))
    down = (f"M{x} 0v{height}" for x in range(width + 1))
    return "".join((*across, *down))


def _xml(text: str) -> str:
    """As xml.sax.saxutils.escape, which imports urllib and ssl (30 ms) for it.

    Characters that XML forbids even when escaped, as an id from a file name may hold, would make
    the whole picture unreadable.
    """
    return escape(NOT_XML.sub("\ufffd", text), quote=False)


def _size(grid: Grid | None) -> str:
    return "?" if grid is None else f"{len(grid)}x{_grid_width(grid)}"


def _grid_width(grid: Grid) -> int:
    return max(map(len, grid), default=0)


def _is_colour(value: int) -> bool:
    return 0 <= value < len(PALETTE)
