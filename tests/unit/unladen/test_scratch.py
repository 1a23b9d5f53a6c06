"""What a killed process leaves behind goes with the next call, and nothing else does."""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from unladen.tools import files
from unladen.tools.scratch import OLD_SECONDS, YOUNG_SECONDS, Scratch, sweep, sweep_unfinished

KILLED = """
import os, signal
from unladen.tools.scratch import Scratch
print(Scratch("of-one-that-dies-").path, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    return tmp_path


def aged(path: Path, seconds: float) -> Path:
    then = time.time() - seconds - 1
    os.utime(path, (then, then), follow_symlinks=False)
    return path


def test_a_killed_process_s_folder_is_swept_and_a_living_one_s_is_not(room: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", KILLED], capture_output=True, text=True, check=False
    )
    dead = Path(done.stdout.strip())
    (dead / "work").write_text("x")
    living = Scratch()
    assert sweep() == 0  # of a folder that is young nobody knows
    for path in (dead, living.path):
        aged(path, YOUNG_SECONDS)
    assert sweep() == 1
    assert living.path.is_dir()
    assert not dead.exists()
    living.close()
    assert list(room.iterdir()) == []


KILLED_EARLY = """
import os, signal
from unladen.tools import scratch
{what}
made = scratch.Scratch("early-")
made.close()
"""


@pytest.mark.parametrize(
    "what",
    [
        "scratch.fcntl.flock = lambda *_: os.kill(os.getpid(), signal.SIGKILL)",
        "scratch.Path.open = lambda *_: os.kill(os.getpid(), signal.SIGKILL)",
        "scratch.Path.rename = lambda *_: os.kill(os.getpid(), signal.SIGKILL)",
        "scratch.shutil.rmtree = lambda path, **_: (os.unlink(path / scratch.HELD), "
        "os.kill(os.getpid(), signal.SIGKILL))",
    ],
    ids=["before the lock", "before the file", "before the name", "while it is removed"],
)
def test_who_is_killed_before_there_is_a_lock_or_after_leaves_nothing_for_ever(
    room: Path, what: str
) -> None:
    words = [sys.executable, "-c", KILLED_EARLY.format(what=what)]
    done = subprocess.run(words, capture_output=True, check=False)
    assert done.returncode == -9
    (left,) = room.iterdir()
    aged(left, YOUNG_SECONDS)
    sweep()
    assert list(room.iterdir()) == []


def test_what_is_not_ours_is_left(room: Path) -> None:
    """A folder that somebody named so has no lock in it; a link leads elsewhere."""
    (room / "unladen-notes").mkdir()
    (room / "elsewhere").mkdir()
    (room / "elsewhere" / ".held").touch()
    (room / "unladen-link").symlink_to(room / "elsewhere")
    for path in room.iterdir():
        aged(path, YOUNG_SECONDS)
    assert sweep() == 0
    assert len(list(room.iterdir())) == 3


def test_a_file_that_nobody_goes_on_writing_is_swept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def die(*_: object) -> None:
        raise SystemExit("killed between writing and naming it")

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", die)
        patch.setattr(Path, "unlink", lambda *_, **__: None)
        with pytest.raises(SystemExit):
            files.replace(tmp_path / "here" / "record.json", "half")
    (left,) = (tmp_path / "here").iterdir()
    sweep_unfinished(tmp_path)
    assert left.exists()
    aged(left, OLD_SECONDS)
    sweep_unfinished(tmp_path)
    assert not left.exists()
