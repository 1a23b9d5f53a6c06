"""Exit codes at the edge: a bug of ours never looks like a slowdown."""

import pytest

from unladen import cli
from unladen.errors import Exit, UnknownRevision


@pytest.mark.parametrize(
    ("error", "code", "told"),
    [
        (ZeroDivisionError("oops"), Exit.BUG, "bug of unladen"),
        (OSError(28, "No space left on device"), Exit.TOOL, "No space left"),
        (KeyboardInterrupt(), Exit.INTERRUPTED, "what was measured is kept"),
        (UnknownRevision("x", shallow=False), Exit.USAGE, "next:"),
    ],
)
def test_each_way_to_end_early_has_its_own_exit_code(
    error: BaseException,
    code: Exit,
    told: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def broken(_: object) -> int:
        raise error

    monkeypatch.setattr(cli, "_run", broken)
    assert cli.main(["show"]) == code
    assert told in capsys.readouterr().err
