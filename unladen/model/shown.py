"""Closed sets whose members know how they are shown: a word, a sign, a tone.

Pages draw a member by its sign and colour it by its tone; so a new verdict or state is told
everywhere as soon as it is a member.
"""

from enum import Enum
from typing import Self


class Tone(Enum):
    """What a member means to who reads it."""

    BAD = "bad"
    GOOD = "good"
    OPEN = "open"
    ANSWERED = "answered"
    QUIET = "quiet"
    BY_WAY = "by way"
    """Bad or good as the value went."""


class Shown(Enum):
    """Each member is written as its word, its sign and its tone; its value is the word."""

    sign: str
    """A second character is for a value that fell."""
    tone: Tone
    _value_: str

    def __new__(cls, word: str, sign: str = "", tone: Tone = Tone.QUIET) -> Self:
        self = object.__new__(cls)
        self._value_ = word
        self.sign = sign
        self.tone = tone
        return self

    def sign_for(self, fell: bool) -> str:
        return self.sign[-1] if fell else self.sign[0]

    def tone_for(self, worse: bool) -> Tone:
        if self.tone is not Tone.BY_WAY:
            return self.tone
        return Tone.BAD if worse else Tone.GOOD
