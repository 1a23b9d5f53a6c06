"""What `doctor` and `init` find, and what to do about it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    name: str
    text: str
    advice: str = ""
