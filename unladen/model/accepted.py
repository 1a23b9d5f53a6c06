"""A regression that somebody answers for."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True, kw_only=True)
class Accepted:
    """One entry; `upto` is the largest change that it covers, as a fraction."""

    commit: str
    benchmark: str
    upto: float
    author: str
    reason: str
    expires: date

    def counts(self, commits: Sequence[str], today: date) -> bool:
        """For a range of commits: it has not expired, and one of them is meant."""
        return today <= self.expires and any(each.startswith(self.commit) for each in commits)

    def covers(self, commits: Sequence[str], id: str, change: float, today: date) -> bool:
        return (
            self.counts(commits, today)
            and re.search(self.benchmark, id) is not None
            and abs(change) <= self.upto
        )

    @property
    def answer(self) -> str:
        return f"{self.author} until {self.expires.isoformat()}: {self.reason}"
