"""a line of text -> the same with colours, for a terminal that shows them.

Colours repeat what words say already, and are never the only thing that says it.
"""

import re

from unladen.model import Verdict
from unladen.model.shown import Tone

RED, GREEN, YELLOW, CYAN, DIM, BOLD, PLAIN = (
    f"\x1b[{code}m" for code in ("31", "32", "33", "36", "2", "1", "0")
)
TONES = {Tone.BAD: RED, Tone.GOOD: GREEN, Tone.OPEN: YELLOW, Tone.ANSWERED: YELLOW, Tone.QUIET: DIM}
WORDS = {
    **{verdict.value.upper(): TONES[verdict.tone] for verdict in Verdict},
    "WITHIN": YELLOW,
    "PASS": GREEN,
    "FAIL": RED,
}
VERDICT = re.compile(rf"({'|'.join(sorted(map(re.escape, WORDS), key=len, reverse=True))})(?=\s|$)")
NEXT = re.compile(r"( *next )( .*)", re.DOTALL)
DIFF = (("+++", BOLD), ("---", BOLD), ("@@", CYAN), ("diff --git", BOLD), ("+", GREEN), ("-", RED))


def verdict_painted(line: str) -> str:
    """The word that a line begins with, if it is a verdict."""
    if found := VERDICT.match(line):
        return f"{BOLD}{WORDS[found[1]]}{found[1]}{PLAIN}{line[found.end() :]}"
    if found := NEXT.fullmatch(line):
        return f"{DIM}{found[1]}{PLAIN}{found[2]}"
    return line


def diff_painted(line: str) -> str:
    colour = next((colour for begins, colour in DIFF if line.startswith(begins)), "")
    return f"{colour}{line}{PLAIN}" if colour else line
