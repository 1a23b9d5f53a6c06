"""GOOD..BAD x what commits answer -> the commit that made a step, by bisection under noise.

Every question is: is this commit like the good one or like the bad one, that is, on which side of
half of the whole step does its interval lie? What cannot be answered leaves several commits.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from unladen.model import Commit, Interval
from unladen.model.searches import Search

RISK = 0.01
"""Of a wrong answer to one question, on either side."""

Answer = Interval | str
"""The change of a commit against the good one; or why there is none."""

Ask = Callable[[Commit, float], Answer]
"""Which commit, and the change that its interval should lie on one side of."""


def bisect(search: Search, ask: Ask) -> Iterator[Search]:
    """The state after each question; the last one is the answer."""
    whole = search.whole
    if whole is None or whole.low <= 0 <= whole.high:
        yield replace(search, differs=False)
        return
    search = replace(search, confidence=1 - RISK)
    yield search
    while len(search.suspects) > 1:
        before = search
        search = _narrowed(search, whole.estimate / 2, ask)
        yield search
        if len(search.suspects) == len(before.suspects):
            return


def _narrowed(search: Search, half: float, ask: Ask) -> Search:
    """By the middle one; if it cannot be built or told apart, by its neighbours."""
    inner = search.suspects[:-1]
    middle = len(inner) // 2
    for index in sorted(range(len(inner)), key=lambda index: abs(index - middle)):
        commit = inner[index]
        answer = ask(commit, half)
        if isinstance(answer, str):
            search = _noted(search, commit, answer)
            continue
        search = replace(search, confidence=search.confidence * (1 - RISK))
        if answer.low <= half <= answer.high:
            search = _noted(search, commit, "cannot be told apart")
            continue
        like_bad = abs(answer.estimate) > abs(half) and (answer.estimate > 0) == (half > 0)
        search = _noted(search, commit, f"like {'bad' if like_bad else 'good'}")
        return replace(search, suspects=_left(search.suspects, index, like_bad))
    return search


def _noted(search: Search, commit: Commit, answer: str) -> Search:
    return replace(search, answers=[*search.answers, f"{commit.short}: {answer}"])


def _left(suspects: Sequence[Commit], index: int, like_bad: bool) -> Sequence[Commit]:
    return suspects[: index + 1] if like_bad else suspects[index + 1 :]
