"""a text x a pull request -> one comment there, edited in place, whoever else writes meanwhile."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from unladen.model.comments import CiRun, PostedComment, marked, run_of
from unladen.tools.forges import Thread
from unladen.tools.http import Refused, patiently
from unladen.tools.redaction import redacted

GONE = (404, 410)


class Deed(Enum):
    WRITTEN = "written"
    EDITED = "edited"
    LEFT = "left as it is: it is of a newer run"


@dataclass(frozen=True, slots=True)
class Placed:
    comment: PostedComment
    deed: Deed


def placed(
    thread: Thread,
    text: str,
    name: str,
    run: CiRun,
    sleep: Callable[[float], None] | None = None,
) -> Placed:
    """Tried as a whole: a request of which no reply came may have been heard, and the second
    attempt then finds the comment that the first one wrote."""
    whole = marked(redacted(text), name, run)
    return patiently(lambda: _once(thread, whole, name, run), thread.deadline, sleep)


def _ours(thread: Thread, name: str) -> list[tuple[PostedComment, CiRun]]:
    """The oldest first, and each once. A mark can be copied; who wrote a comment cannot."""
    found = {
        each.id: (each, run)
        for each in thread.comments()
        if each.author == thread.author and (run := run_of(each, name)) is not None
    }
    return [found[id] for id in sorted(found)]


def _once(thread: Thread, text: str, name: str, run: CiRun) -> Placed:
    """Of two runs that each add one, both keep the older comment, and only the newer run edits it:
    whatever their order, one stays, and it is the newer's."""
    ours, added = _ours(thread, name), None
    if not ours:
        added = thread.add(text)
        if added.author != thread.author:  # not ours, as far as we know: it would not be found
            return Placed(added, Deed.WRITTEN)
        ours = _ours(thread, name) or [(added, run)]
    kept, others = ours[0][0], [each for each, _ in ours[1:]]
    newer = any(of > run for _, of in ours)
    if newer:
        others = [each for each in others if added and each.id == added.id]
    deed = Deed.LEFT if newer else Deed.WRITTEN if added else Deed.EDITED
    if not newer and not (added and kept.id == added.id):
        kept = _edited(thread, kept, text)
    for each in others:
        _removed(thread, each)
    return Placed(kept, deed)


def _edited(thread: Thread, comment: PostedComment, text: str) -> PostedComment:
    try:
        return thread.edit(comment, text)
    except Refused as refused:
        if refused.status in GONE:  # somebody deleted it since it was listed
            raise Refused(refused.status, refused.said, 0.0) from refused
        raise


def _removed(thread: Thread, comment: PostedComment) -> None:
    try:
        thread.remove(comment)
    except Refused as refused:
        if refused.status not in GONE:
            raise
