"""two names -> the commits to compare: head, and the commit where head left base.

What others did on base after that is not head's doing: a speedup there would be called a slowdown
here. `git diff base...head` compares in the same way.
"""

from unladen.errors import NoMergeBase
from unladen.model import Commit
from unladen.model.commits import AskedBase, BaseUsed, ComparedCommits
from unladen.tools.git import Git

Named = tuple[str, Commit]


def compared(git: Git, base: str, head: str, again: str) -> ComparedCommits:
    """`again` is the command that takes base as it was named; an error prints it."""
    old, new = (base, git.commit(base)), (head, git.commit(head))
    found = _common(git, old, new, again)
    if found == old[1]:
        return _pair(found, old, new, BaseUsed.NAMED)
    if found == new[1]:
        return _pair(old[1], old, new, BaseUsed.HEAD_IS_OLDER)
    return _left(git, found, old, new)


def compared_with_working_tree(git: Git, base: str, again: str) -> ComparedCommits:
    """The working tree is younger than HEAD: it is never compared with itself."""
    old, new = (base, git.commit(base)), ("HEAD", git.commit("HEAD"))
    found = _common(git, old, new, again)
    if found == old[1]:
        return _pair(found, old, new, BaseUsed.NAMED)
    return _left(git, found, old, new)


def exactly(git: Git, base: str, head: str) -> ComparedCommits:
    """As they were named."""
    old, new = (base, git.commit(base)), (head, git.commit(head))
    return _pair(old[1], old, new, BaseUsed.EXACT)


def _left(git: Git, found: Commit, base: Named, head: Named) -> ComparedCommits:
    newer = git.command("rev-list", "--count", f"{head[1].hash}..{base[1].hash}")
    return _pair(found, base, head, BaseUsed.MERGE_BASE, int(newer))


def _pair(used: Commit, base: Named, head: Named, how: BaseUsed, newer: int = 0) -> ComparedCommits:
    asked = AskedBase(name=base[0], head=head[0], hash=base[1].hash, used=how, newer=newer)
    return ComparedCommits(base=used, head=head[1], asked=asked)


def _common(git: Git, base: Named, head: Named, again: str) -> Commit:
    """The best common ancestor. In a shallow clone the one that is found may not be the best: that
    is an error, as another commit would be compared without a word."""
    old, new = base[1], head[1]
    found = git.merge_base(old, new)
    if found is not None and (found in (old, new) or not _hides_ancestors(git, old, new)):
        return found
    if git.shallow():
        raise NoMergeBase(base[0], head[0], git.command_for_missing(head[0]), shallow=True)
    raise NoMergeBase(base[0], head[0], again)


def _hides_ancestors(git: Git, base: Commit, head: Commit) -> bool:
    """Whether a shallow clone ends at a commit that only one of them has: the other one may descend
    from what came before it."""
    if not git.shallow():
        return False
    ends = set(git.place_of("shallow").read_text("utf-8").split())
    return not ends.isdisjoint(git.command("rev-list", f"{base.hash}...{head.hash}").split())
