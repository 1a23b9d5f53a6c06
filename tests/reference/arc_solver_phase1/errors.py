"""what happened x what to do next -> SolverError, the one family that cli catches."""

from typing import ClassVar


class SolverError(Exception):
    """Something the reader can act on. Our own bugs are other exceptions, and are not caught."""

    exit: ClassVar[int] = 2

    def __init__(self, what: str, fix: str) -> None:
        super().__init__(what, fix)
        self.what = what
        self.fix = fix

    def __str__(self) -> str:
        return f"{self.what}\n  fix: {self.fix}"

    def __reduce__(self) -> tuple[object, ...]:
        """Past __init__: a child may take other arguments, and worker processes send errors home.

        By default an exception is unpickled by calling its class with `args`; for such a child
        that fails in the parent, which then reports a broken pool instead of the error.
        """
        return _rebuilt, (type(self), self.what, self.fix), self.__dict__


def _rebuilt(kind: type[SolverError], what: str, fix: str) -> SolverError:
    return kind.__new__(kind, what, fix)


class TaskError(SolverError):
    """A data set, file or task that is missing, damaged, or not what its name promises."""


class ProgramError(SolverError):
    """A program text that cannot be read, or whose types do not fit; points at line and column."""

    def __init__(self, what: str, line: int, column: int) -> None:
        super().__init__(
            f"line {line}, column {column}: {what}",
            "arc-solver list --primitives shows every operation with its types and an example",
        )
        self.line = line
        self.column = column
