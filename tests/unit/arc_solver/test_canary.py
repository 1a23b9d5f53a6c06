"""I28: what says `ok` is shown to be able to say `wrong`, before anything is evaluated."""

import pytest

from arc_solver import canary, item
from arc_solver.canary import CannotTell, tells_right_from_wrong
from arc_solver.outcome import Outcome


def test_right_and_wrong_are_told_apart() -> None:
    tells_right_from_wrong()


def test_a_check_that_passes_everything_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(item, "_outcome", lambda *_: Outcome.OK)
    with pytest.raises(CannotTell, match="are told to be") as found:
        tells_right_from_wrong()
    assert found.value.exit == 70


def test_a_broken_operation_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(canary, "RIGHT", canary.WRONG)
    with pytest.raises(CannotTell, match="wrong and wrong"):
        tells_right_from_wrong()
