"""No token that unladen knows leaves it, in whatever form somebody repeats it."""

import base64
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unladen.tools.redaction import STARS, redacted

TOKEN = "ghs_16C7e42F292c6912E7710c838347Ae178B4a"
ODD = "glpat-a+b/c=d%e&f~12345678"


def basic(user: str, token: str) -> str:
    return base64.b64encode(f"{user}:{token}".encode()).decode()


@pytest.mark.parametrize("token", [TOKEN, ODD])
@pytest.mark.parametrize("user", ["", "x", "xy", "x-access-token"])
def test_a_token_is_removed_in_every_usual_form(token: str, user: str) -> None:
    for form in (token, quote(token, safe=""), basic(user, token), token[:15], token[-14:]):
        text = redacted(f"bad credentials {form}, sorry", {"GITHUB_TOKEN": token})
        assert STARS in text
        assert text.startswith("bad credentials ")
        assert text.endswith(", sorry")
        assert not any(token[n : n + 12] in text for n in range(len(token) - 11))


@given(st.integers(0, 40), st.integers(12, 40), st.text(max_size=5))
def test_no_part_of_twelve_characters_stays(start: int, length: int, around: str) -> None:
    part = TOKEN[start : start + length]
    text = redacted(f"{around}{part}{around}", {"UNLADEN_GITLAB_TOKEN": TOKEN})
    assert len(part) < 12 or part not in text


def test_a_password_in_an_address_is_removed() -> None:
    text = redacted("fatal: https://me:hunter2@host.example/x.git is gone", {})
    assert "hunter2" not in text
    assert "host.example/x.git" in text


def test_other_text_stays_as_it_is() -> None:
    text = "github_pat_ tokens: see https://docs.example/a:b me@example.org"
    assert redacted(text, {"GITHUB_TOKEN": "github_pat_11AAAAAAA0abcdefgh"}) is text
    assert redacted("truetrue", {"USE_TOKEN": "true", "B_TOKEN": ""}) == "truetrue"
