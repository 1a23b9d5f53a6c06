"""comments `# unladen: allow RULE reason` x Traps -> those that nobody answers for."""

import io
import re
import tokenize
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from unladen.model.trap_rules import BY_ID
from unladen.model.traps import Trap

COMMENT = re.compile(r"#\s*unladen:\s*allow\b\s*([\w-]*)\s*(.*)")
MOST = 200
"""Characters of a comment that are told."""


class Allowance(NamedTuple):
    file: str
    line: int
    rule: str
    reason: str


def allowances(file: str, source: bytes) -> list[Allowance]:
    """Of comments only: a text that looks like one is none."""
    if b"unladen:" not in source:
        return []
    found = []
    try:
        for token in tokenize.tokenize(io.BytesIO(source).readline):
            if token.type == tokenize.COMMENT and (told := COMMENT.match(token.string)):
                found.append(Allowance(file, token.start[0], told[1], told[2].strip()))
    except (tokenize.TokenError, SyntaxError, ValueError):
        return found  # why it cannot be read is told by another rule
    return found


def silenced(
    traps: Sequence[Trap], allows: Sequence[Allowance], asked: Collection[str]
) -> tuple[list[Trap], int]:
    """What is left, with what is wrong with the comments themselves; and how many were silenced."""
    by_place: Mapping[tuple[str, int, str], Allowance] = {
        (each.file, each.line, each.rule): each for each in allows
    }
    left, used = [], set()
    for trap in traps:
        places = [(trap.file, line, trap.rule) for line in (trap.line, trap.line - 1)]
        mine = [by_place[place] for place in places if place in by_place]
        used |= {*mine}
        if not mine:
            left.append(trap)
    if "allow" in asked:
        left += _wrong(allows, used, asked)
    return left, len(traps) - sum(trap.rule != "allow" for trap in left)


def _wrong(
    allows: Sequence[Allowance], used: Collection[Allowance], asked: Collection[str]
) -> Iterator[Trap]:
    for each in allows:
        if each.rule not in BY_ID:
            named = each.rule[:MOST] or "nothing"
            yield Trap(
                each.file, each.line, "allow", f"there is no rule {named}: --rules lists all"
            )
        elif each not in used and each.rule in asked:
            yield Trap(each.file, each.line, "allow", f"allow {each.rule} silences nothing here")
        elif each in used and not each.reason:
            yield Trap(each.file, each.line, "allow", f"allow {each.rule} does not say why")
