"""What search found -> the text of a program that makes it."""

from collections.abc import Sequence

from arc_solver.search.pieces import Piece
from arc_solver.search.sizes import Frame
from arc_solver.search.steps import Given, Kind, Step
from arc_solver.search.views import View
from arc_solver.search.walk import Walk


class Writer:
    """Lines of a program; each joint state gets one name."""

    def __init__(self, walk: Walk, frame: Frame | None, view: View) -> None:
        self._walk, self._frame, self._view = walk, frame, view
        self._colour = ""
        self.lines: list[str] = []
        self._names: dict[int, str] = {}
        self._frame_name = ""

    def put(self, call: str) -> str:
        name = f"x{len(self.lines) + 1}"
        self.lines.append(f"{name} = {call}")
        return name

    def state(self, joint: int) -> str:
        if joint not in self._names:
            parent, number = self._walk.parents[joint]
            if parent < 0:
                self._names[joint] = self.put(f"aspicture({self._input()})")
            else:
                step = self._walk.steps[number]
                self._names[joint] = self._step(step, self.state(parent))
        return self._names[joint]

    def _input(self) -> str:
        if self._view.plain:
            return "I"
        self._colour = self.put("mostcolor(I)") if self._view.each else str(self._view.colours[0])
        return self.put(f"switch(I, 0, {self._colour})")

    def _step(self, step: Step, before: str) -> str:
        extra = self._extra(step)
        if step.kind is not Kind.EACH:
            return self.put(f"{step.name}({before}{', ' + extra if extra else ''})")
        function = self.put(f"rbind({step.name}, {extra})") if extra else step.name
        return self.put(f"apply({function}, {before})")

    def _extra(self, step: Step) -> str:
        extra = step.extra
        if extra is Given.NOTHING:
            return ""
        if extra is Given.INPUT:
            return self.state(0)
        if extra is Given.FRAME:
            return self.frame()
        return str(extra).lower()

    def frame(self) -> str:
        assert self._frame is not None
        if not self._frame_name:
            self._frame_name = self._framed(self._frame)
        return self._frame_name

    def _framed(self, frame: Frame) -> str:
        if frame.size is not None:
            return self.put(f"blank({frame.size})")
        if frame.joint is not None:
            return self.put(f"blanked({self.state(frame.joint)})")
        assert frame.times is not None
        pattern = self.put(f"blank({frame.times})")
        return self.put(f"expanded({pattern}, {self.state(0)})")

    def laid(self, piece: Piece) -> str:
        """The lines for what `pieces.lay` does."""
        name = self.state(piece.joint)
        if self._walk.many[piece.joint]:
            name = self.put(f"stacked({name})")
        if piece.placed:
            name = self.put(f"embedded({name}, {self.frame()})")
        else:
            name = self.put(f"home({name})")
        return self.put(f"incolor({name}, {piece.colour})") if piece.colour else name

    def stack(self, pieces: Sequence[Piece]) -> str:
        """From the top down; what no piece covers is nothing."""
        *upper, lowest = pieces
        name = self.laid(lowest)
        for piece in reversed(upper):
            name = self.put(f"over({self.laid(piece)}, {name})")
        return name

    def recolored(self, name: str, colours: Sequence[tuple[int, int]]) -> str:
        """Colours by others, all at once: where a new one is also an old one, by way of colours
        that no grid has."""
        old = {before for before, _ in colours}
        for before, after in colours:
            name = self.put(f"changecolor({name}, ({before}, {after + 10 * (after in old)}))")
        for after in sorted({after for _, after in colours} & old):
            name = self.put(f"changecolor({name}, ({after + 10}, {after}))")
        return name

    def text(self, name: str) -> str:
        last = f"O = asgrid({name})"
        if self._colour:
            last = f"O = switch({self.put(f'asgrid({name})')}, 0, {self._colour})"
        return "\n".join((*self.lines, last)) + "\n"
