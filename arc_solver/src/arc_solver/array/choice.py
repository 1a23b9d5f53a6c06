"""what was asked for x what is here x the size of a batch -> which back end, and why.

Never silently another one: a back end asked for by name is used or is an error, and what was chosen
is part of every result.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from arc_solver.array.backend import BackEnd
    from arc_solver.array.engine import Answers
    from arc_solver.array.threshold import BreakEven
    from arc_solver.batch import Batch
    from arc_solver.program.check import Checked

ASKABLE = ("none", "numpy", "cupy", "auto")


class Choice(NamedTuple):
    """For one task: what computed its whole-grid values, how many, and its share of the CPU time
    that their batch took."""

    asked: str
    taken: str
    why: str = ""
    values: int = 0
    cpu_seconds: float = 0.0

    def apart(self) -> Choice:
        """The candidates had to run one by one, which they do without arrays."""
        if self.taken == "none":
            return self
        return self._replace(taken="none", why="a limit was met: the candidates ran apart")


NOT_ASKED = Choice(asked="none", taken="none")


class Arrays(NamedTuple):
    """What is asked for, and what is known of this machine."""

    asked: str = "none"
    break_even: BreakEven | None = None

    def opened(self) -> tuple[BackEnd | None, str]:
        """The back end, or none and the reason; `auto` has to see the batch yet."""
        if self.asked == "none":
            return None, ""
        from arc_solver.array.backend import back_end, why_no_gpu

        if self.asked != "auto":
            return back_end(self.asked), "asked for"
        reason = why_no_gpu() or self._unmeasured()
        return (None, reason) if reason else (back_end("cupy"), "")

    def _unmeasured(self) -> str:
        found = self.break_even
        if found is None:
            return "the break-even of this machine is not measured: arc-solver break-even"
        if found.machine != os.uname().nodename:
            return f"the break-even was measured on {found.machine}: arc-solver break-even"
        if found.values is None:
            return f"the GPU was slower here, in batches of up to {found.tried} values"
        return ""

    def choice(self, on: BackEnd, values: int) -> Choice:
        """For a batch of so many values, with a back end that is open."""
        if self.asked != "auto":
            return Choice(asked=self.asked, taken=on.name, why="asked for")
        least = self.break_even.values if self.break_even else None
        assert least is not None, "auto has no back end open without a break-even"
        few = values < least
        told = f"{'fewer than' if few else 'at least'} the break-even of {least}"
        why = f"a batch of {values} values, {told}"
        return Choice(asked=self.asked, taken="none" if few else on.name, why=why)


NONE = Arrays()


class Known:
    """What is known of an item before it is evaluated; without answers, nothing but the choice."""

    __slots__ = ("answers", "choice", "programs")

    def __init__(
        self,
        choice: Choice = NOT_ASKED,
        programs: Mapping[str, Checked] | None = None,
        answers: Answers | None = None,
    ) -> None:
        self.choice, self.programs, self.answers = choice, programs or {}, answers

    def batch(self, programs: Sequence[Checked]) -> Batch:
        from arc_solver.array.batch import ArrayBatch

        assert self.answers is not None
        return ArrayBatch(programs, self.answers)


NOTHING = Known()
