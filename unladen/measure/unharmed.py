"""a session's sides -> the same, as they were installed; and whether measuring left them so.

What runs here is anybody's code. Whoever writes into what is installed changes what is measured
there, now or by a later run: then nothing of this session is believed, and what it measured is kept
apart from all else.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from unladen.errors import ToolError
from unladen.tools import seals

if TYPE_CHECKING:
    from unladen.measure.session import Session

SHOWN = 3


@contextmanager
def unharmed(session: "Session") -> Iterator[None]:
    project = session.project
    session.sides[:], before, told = project.verified(session.sides)
    session.notes += told
    try:
        yield
    finally:
        harmed = {seal.prefix: seal.broken(seals.sealed(seal.prefix)) for seal in before}
        names = [name for each in harmed.values() for name in each]
        if names:
            for side in session.sides:
                where = (side.commit.hash, project.machine.name, side.environment)
                project.records.disown(*where, session.id)
            raise ToolError(_told(session, names), NEXT)


NEXT = (
    "the next call makes the environments anew; what it measured is kept apart in the records."
    " unladen show COMMIT; git diff of what was compared tells who writes there"
)


def _told(session: "Session", names: list[str]) -> str:
    shown = ", ".join(name[-70:] for name in names[:SHOWN])
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    commits = " and ".join(side.commit.short for side in session.sides)
    return f"installed files were changed while {commits} were measured: {shown}{more}"
