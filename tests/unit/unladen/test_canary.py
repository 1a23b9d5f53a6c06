"""Whether a scalene can be believed is found out by work whose split is known."""

import sys
from pathlib import Path

import pytest

from unladen.measure import offers
from unladen.tools import canary
from unladen.tools.alone import NoFinding


@pytest.mark.parametrize(
    ("told", "doubts"),
    [
        ({"python": 0.58, "native": 0.81}, ""),
        ({"python": 0.2, "native": 0.81}, "of a loop it calls 20 % python"),
        (
            {"python": 0.2, "native": 0.1},
            "of a loop it calls 20 % python and of hashing it calls 10 % native",
        ),
    ],
)
def test_what_is_told_wrongly_is_doubted(told: dict[str, float], doubts: str) -> None:
    assert canary.doubts(told) == doubts


def test_doctor_says_what_to_install_and_what_not_to_believe(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    here = Path(sys.executable)
    monkeypatch.setattr(canary, "has_scalene", lambda _: False)
    told = offers._canary(here).text
    assert "pip install scalene" in told
    assert "unladen[" not in told, "no package index has it"
    monkeypatch.setattr(canary, "has_scalene", lambda _: True)
    monkeypatch.setattr(canary, "shares", lambda _: {"python": 0.6, "native": 0.8})
    good = offers._canary(here)
    assert (good.text, good.advice) == (
        "there; it calls 60 % of a loop Python, 80 % of hashing native",
        "",
    )
    monkeypatch.setattr(canary, "shares", lambda _: {"python": 0.6, "native": 0.2})
    assert offers._canary(here).advice

    def broken(_: Path) -> dict[str, float]:
        raise NoFinding("it ended with 1")

    monkeypatch.setattr(canary, "shares", broken)
    assert "it ended with 1" in offers._canary(here).advice


def test_an_interpreter_without_scalene_has_none(tmp_path: Path) -> None:
    bare = tmp_path / "python"
    bare.write_text(f'#!/bin/sh\nexec "{sys.executable}" -S -I "$@"\n')
    bare.chmod(0o755)
    assert not canary.has_scalene(bare)
