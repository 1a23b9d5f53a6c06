"""Folders that may only be read, by root and by others, and no way back."""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from unladen.tools import isolation
from unladen.tools.isolation import isolated

WRITE = "import sys; open(sys.argv[1], 'w')"
BACK = "mount -o remount,bind,rw {0} {0}; umount {0}; touch {1}"


def written(path: Path, protected: Sequence[Path], *before: str) -> bool:
    command = isolated([sys.executable, "-c", WRITE, str(path)], protected)
    subprocess.run([*before, *command], capture_output=True, check=False)
    return path.exists()


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    made = tmp_path / "kept $(touch x); -- here", tmp_path / "free"
    for each in made:
        each.mkdir()
    into = isolation.AS_ROOT[0] if os.geteuid() == 0 else isolation.AS_USER[0]
    try:  # asked of the machine, not of what is tested
        subprocess.run([*into, "mount", "-t", "tmpfs", "none", str(made[1])], check=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("this machine lets nobody have a mount namespace")
    assert isolation.works(made[0])
    return made


def test_a_protected_folder_is_read_only_whatever_its_name(folders: tuple[Path, Path]) -> None:
    kept, free = folders
    (kept / "there").write_text("read me")
    assert not written(kept / "new", [kept])
    assert not written(kept / "new", [kept, free])
    assert written(free / "new", [kept])
    reads = isolated(["cat", str(kept / "there")], [kept])
    assert subprocess.run(reads, capture_output=True, check=True).stdout == b"read me"
    assert sorted(path.name for path in kept.parent.iterdir()) == ["free", kept.name]


def test_it_cannot_be_undone_from_inside(folders: tuple[Path, Path]) -> None:
    kept = folders[1]
    text = BACK.format(kept, kept / "new")
    for command in (["sh", "-c", text], ["unshare", "--user", "--mount", "-r", "sh", "-c", text]):
        subprocess.run(isolated(command, [kept]), capture_output=True, check=False)
        assert not (kept / "new").exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="others are only tried by root")
def test_another_user_than_root_has_it_by_a_user_namespace(
    folders: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, free = Path("/tmp") / f"unladen-test-{os.getpid()}", folders[1]
    kept.mkdir(mode=0o777)
    kept.chmod(0o777)
    nobody = ("setpriv", "--reuid=65534", "--clear-groups")
    try:
        monkeypatch.setattr(os, "geteuid", lambda: 65534)
        command = isolation._around([str(kept)], ["touch", str(kept / "new")])
        done = subprocess.run([*nobody, *command], capture_output=True, text=True, check=False)
        if "unshare failed" in done.stderr:
            pytest.skip(f"no user namespaces here: {done.stderr}")
        assert "Read-only file system" in done.stderr
        plain = subprocess.run([*nobody, "touch", str(kept / "new")], check=False)
        assert plain.returncode == 0
    finally:
        shutil.rmtree(kept)
    assert free.is_dir()


def test_where_the_machine_forbids_it_the_command_is_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    isolation._works.cache_clear()
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert isolated(["true"], [tmp_path]) == ["true"]
    isolation._works.cache_clear()
    monkeypatch.undo()
    assert isolated(["true"], [tmp_path / "not there"]) == ["true"]
    assert isolated(["true"], []) == ["true"]
