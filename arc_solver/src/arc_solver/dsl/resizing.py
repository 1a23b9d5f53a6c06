"""pictures -> pictures of another frame: turned, cut, repeated, drawn out."""

from arc_solver.dsl.cellwide import NOTHING, box_of, cut, made, transposed
from arc_solver.values import Picture


def turned(picture: Picture, way: int) -> Picture:
    """Turned or mirrored: 1 to 3 quarters of a turn, 4 rows reversed, 5 columns reversed,
    6 along the diagonal, 7 along the other one.

    >>> turned((b'\\x01\\x02', 1, 2, 0, 0), 4)
    (b'\\x02\\x01', 1, 2, 0, 0)
    """
    cells, height, width, top, left = picture
    if way == 2:
        return Picture((cells[::-1], height, width, top, left))
    if way in (4, 5):
        across = cells if way == 5 else cells[::-1]
        rows = [across[at : at + width] for at in range(0, len(cells), width)]
        return Picture((b"".join(rows[::-1]), height, width, top, left))
    across = transposed(cells, width)
    if way == 7:
        across = across[::-1]
    elif way in (1, 3):
        rows = [across[at : at + height] for at in range(0, len(cells), height)]
        across = b"".join(rows[::-1] if way == 3 else [row[::-1] for row in rows])
    elif way != 6:
        raise ValueError(f"there is no way {way} to turn a picture")
    return Picture((across, width, height, left, top))


def halfof(picture: Picture, which: int) -> Picture:
    """The upper (0), lower (1), left (2) or right (3) half, a middle line left out.

    >>> halfof((b'\\x01\\x02\\x03', 1, 3, 0, 0), 3)
    (b'\\x03', 1, 1, 0, 2)
    """
    cells, height, width, top, left = picture
    rows, columns = (height // 2, width) if which < 2 else (height, width // 2)
    down = height - rows if which == 1 else 0
    right = width - columns if which == 3 else 0
    if not rows or not columns:
        raise ValueError("half of a line is none")
    inside = cut(cells, width, (down, right, rows, columns))
    return Picture((inside, rows, columns, top + down, left + right))


def peeled(picture: Picture) -> Picture:
    """Without the outermost rows and columns.

    >>> peeled((bytes(range(9)), 3, 3, 0, 0))
    (b'\\x04', 1, 1, 1, 1)
    """
    cells, height, width, top, left = picture
    if height < 3 or width < 3:
        raise ValueError("nothing is left within")
    inside = cut(cells, width, (1, 1, height - 2, width - 2))
    return Picture((inside, height - 2, width - 2, top + 1, left + 1))


def padded(picture: Picture, colour: int) -> Picture:
    """With a row or column of one colour more on each side.

    >>> padded((b'\\x04', 1, 1, 1, 1), 3)[0]
    b'\\x03\\x03\\x03\\x03\\x04\\x03\\x03\\x03\\x03'
    """
    cells, height, width, top, left = picture
    side = bytes((colour,))
    rows = [side + cells[at : at + width] + side for at in range(0, len(cells), width)]
    whole = side * (width + 2)
    return made(b"".join((whole, *rows, whole)), height + 2, width + 2, top - 1, left - 1)


def squeezed(picture: Picture) -> Picture:
    """Without the rows and columns that hold nothing.

    >>> squeezed((b'\\x01\\x00\\x02', 1, 3, 0, 0))
    (b'\\x01\\x02', 1, 2, 0, 0)
    """
    cells, _height, width, top, left = picture
    rows = [cells[at : at + width] for at in range(0, len(cells), width)]
    kept = [row for row in rows if row.strip(NOTHING)]
    columns = [bytes(column) for column in zip(*kept, strict=True)]
    wide = [column for column in columns if column.strip(NOTHING)]
    if not wide:
        raise ValueError("a picture of nothing has no rows left")
    return Picture((transposed(b"".join(wide), len(kept)), len(kept), len(wide), top, left))


def condensed(picture: Picture) -> Picture:
    """Of equal neighbouring rows, and of equal neighbouring columns, one.

    >>> condensed((b'\\x01\\x01\\x02', 1, 3, 0, 0))
    (b'\\x01\\x02', 1, 2, 0, 0)
    """
    cells, _height, width, top, left = picture
    rows = [cells[at : at + width] for at in range(0, len(cells), width)]
    kept = [row for n, row in enumerate(rows) if not n or row != rows[n - 1]]
    columns = [bytes(column) for column in zip(*kept, strict=True)]
    wide = [column for n, column in enumerate(columns) if not n or column != columns[n - 1]]
    return Picture((transposed(b"".join(wide), len(kept)), len(kept), len(wide), top, left))


def distinct(picture: Picture, down: bool) -> Picture:
    """Each row once, or each column once, in the order in which they are met first.

    >>> distinct((b'\\x01\\x02\\x01', 1, 3, 0, 0), True)
    (b'\\x01\\x02', 1, 2, 0, 0)
    """
    cells, height, width, top, left = picture
    if down:
        lines = dict.fromkeys(cells[column::width] for column in range(width))
        return Picture((transposed(b"".join(lines), height), height, len(lines), top, left))
    lines = dict.fromkeys(cells[at : at + width] for at in range(0, len(cells), width))
    return Picture((b"".join(lines), len(lines), width, top, left))


def shrunk(picture: Picture) -> Picture:
    """The smallest picture of which this one is an enlargement, by sides and all.

    >>> shrunk((b'\\x01\\x01\\x02\\x02', 1, 4, 0, 0))
    (b'\\x01\\x02', 1, 2, 0, 0)
    """
    cells, height, width, top, left = picture
    wide = _shared(width, [cells[n::width] for n in range(width)])
    tall = _shared(height, [cells[n * width : (n + 1) * width] for n in range(height)])
    if wide == 1 and tall == 1:
        raise ValueError("this picture is no enlargement")
    rows = [cells[row * width : (row + 1) * width : wide] for row in range(0, height, tall)]
    return Picture((b"".join(rows), height // tall, width // wide, top, left))


def _shared(size: int, lines: list[bytes]) -> int:
    """The largest number of equal lines that all of them can be grouped by."""
    for times in range(size, 1, -1):
        if size % times == 0 and all(
            lines[start : start + times].count(lines[start]) == times
            for start in range(0, size, times)
        ):
            return times
    return 1


def centerof(picture: Picture) -> Picture:
    """The cell in the middle, or the two or four of them.

    >>> centerof((b'\\x01\\x02\\x03', 1, 3, 0, 0))
    (b'\\x02', 1, 1, 0, 1)
    """
    cells, height, width, top, left = picture
    down, right = (height - 1) // 2, (width - 1) // 2
    rows, columns = 2 - height % 2, 2 - width % 2
    inside = cut(cells, width, (down, right, rows, columns))
    return Picture((inside, rows, columns, top + down, left + right))


def fallen(picture: Picture, way: int) -> Picture:
    """Every cell as far down (0), up (1), right (2) or left (3) as there is nothing.

    >>> fallen((b'\\x01\\x00', 1, 2, 0, 0), 2)
    (b'\\x00\\x01', 1, 2, 0, 0)
    """
    cells, height, width, top, left = picture
    across = transposed(cells, width) if way < 2 else cells
    size = height if way < 2 else width
    lines = [across[at : at + size].replace(NOTHING, b"") for at in range(0, len(cells), size)]
    settled = [
        line.rjust(size, NOTHING) if way in (0, 2) else line.ljust(size, NOTHING) for line in lines
    ]
    whole = b"".join(settled)
    return Picture((transposed(whole, height) if way < 2 else whole, height, width, top, left))


def boxsquare(picture: Picture) -> Picture:
    """The bounding box, made a square by nothing below or to the right.

    >>> boxsquare((b'\\x01\\x02', 1, 2, 0, 0))
    (b'\\x01\\x02\\x00\\x00', 2, 2, 0, 0)
    """
    cells, height, width, top, left = picture
    down, right, rows, columns = found = box_of(cells, height, width)
    inside = cut(cells, width, found)
    size = max(rows, columns)
    lines = [
        inside[at : at + columns].ljust(size, NOTHING) for at in range(0, len(inside), columns)
    ]
    whole = b"".join(lines).ljust(size * size, NOTHING)
    return made(whole, size, size, top + down, left + right)
