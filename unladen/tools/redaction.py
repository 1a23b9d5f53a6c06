"""Remove tokens from text that unladen prints or sends.

A forge may repeat a token in an error message: as it is, in an address, as base64, or a part of it.
"""

import os
import re
from collections.abc import Iterator, Mapping

STARS = "***"
SHORTEST_SECRET = 8
SHORTEST_PART = 12
"""Shorter parts of a token are no secret, and may be common words (`github_pat_`)."""
STEP = 6
CREDENTIALS = re.compile(r"(://)[^/\s@:]*:[^/\s@]+@")
"""A user's name and password in an address."""

_headers: set[str] = set()


def keep_secret(headers: Mapping[str, str]) -> None:
    """Note the tokens in the headers of a request."""
    for name, value in headers.items():
        if name.lower() in ("authorization", "private-token", "cookie"):
            _headers.add(value.rpartition(" ")[2])


def redacted(text: str, environment: Mapping[str, str] | None = None) -> str:
    """The text, with stars in place of each known token and of each longer part of one."""
    if "@" in text:
        text = CREDENTIALS.sub(rf"\1{STARS}@", text)
    for secret in _secrets(os.environ if environment is None else environment):
        for form in _forms(secret):
            text = _without(text, form)
    return text


def _secrets(environment: Mapping[str, str]) -> set[str]:
    found = {value.strip() for name, value in environment.items() if name.endswith("TOKEN")}
    return {each for each in found | _headers if len(each) >= SHORTEST_SECRET}


def _forms(secret: str) -> Iterator[str]:
    """As it is, in an address, and in base64 at each of the three places of its first byte."""
    import base64
    from urllib.parse import quote

    yield secret
    if (quoted := quote(secret, safe="")) != secret:
        yield quoted
    for before in range(3):
        code = base64.b64encode(b"x" * before + secret.encode("utf-8", "replace")).decode()
        # The first and the last group also hold bits of what stands around the token.
        inside = code[4:-4] if before else code[:-4]
        yield inside
        if (of_addresses := inside.translate(str.maketrans("+/", "-_"))) != inside:
            yield of_addresses


def _without(text: str, form: str) -> str:
    """Every part of twelve characters holds one of these pieces whole: they are found quickly."""
    shortest = min(SHORTEST_PART, len(form))
    piece = max(1, shortest - STEP + 1)
    starts = range(0, max(1, len(form) - piece + 1), STEP)
    for start in starts:
        place = 0
        while (found := text.find(form[start : start + piece], place)) >= 0:
            low, high = _whole_part(text, found, form, start)
            place = found + 1
            if high - low >= shortest:
                text = f"{text[:low]}{STARS}{text[high:]}"
                place = low + len(STARS)
    return text


def _whole_part(text: str, found: int, form: str, start: int) -> tuple[int, int]:
    """Where the part of the token begins and ends in the text."""
    low = high = 0
    while low < min(found, start) and text[found - low - 1] == form[start - low - 1]:
        low += 1
    most = min(len(text) - found, len(form) - start)
    while high < most and text[found + high] == form[start + high]:
        high += 1
    return found - low, found + high
