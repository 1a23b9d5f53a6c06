"""Folders that may only be read, by root and by others, and no way back."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from tests.unit.unladen.values import decision, verdict
from unladen.model import Isolation, RankedDecision, Verdict
from unladen.output import decision_json, markdown, terminal
from unladen.store.decisions import parsed
from unladen.tools import isolation, processes
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
    into = isolation.unshared(Isolation.FILES)
    try:  # asked of the machine, not of what is tested
        subprocess.run([*into, "mount", "-t", "tmpfs", "none", str(made[1])], check=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("this machine lets nobody have a mount namespace")
    assert isolation.isolation_of(made[:1]) is not Isolation.NONE
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


def test_it_neither_sees_nor_signals_a_process_outside(folders: tuple[Path, Path]) -> None:
    if isolation.isolation_of(folders[:1]) is not Isolation.FULL:
        pytest.skip("this machine lets nobody have a PID namespace")
    script = 'echo "$$"; test ! -e "/proc/$1" && ! kill -0 "$1" 2>/dev/null && readlink /proc/self'
    command = isolated(["sh", "-c", script, "sh", str(os.getpid())], folders[:1])
    both = [
        subprocess.run(command, capture_output=True, text=True, check=True),
        subprocess.run(isolated(command[-5:], folders[:1]), capture_output=True, text=True),
    ]
    numbers = [done.stdout.split()[0] for done in both]
    assert numbers[0] != numbers[1], "programs name files by their number"


def test_a_process_is_known_here_by_another_number_than_inside(
    folders: tuple[Path, Path],
) -> None:
    if isolation.isolation_of(folders[:1]) is not Isolation.FULL:
        pytest.skip("this machine lets nobody have a PID namespace")
    told = "import os; os.fork(); print(os.getpid(), flush=True); open(0).read()"
    command = isolated([sys.executable, "-I", "-S", "-c", told], folders[:1])
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        inside = [int(running.stdout.readline()) for _ in range(2)]
        found = [processes.outside(each, running.pid) for each in inside]
        assert None not in found
        assert len(set(found)) == 2
        assert all(pid and processes.is_below(pid, running.pid) for pid in found)
        assert processes.outside(os.getpid(), running.pid) is None
        running.stdin.close()


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
        touch = ["touch", str(kept / "new")]
        command = isolation._around(Isolation.FULL, [str(kept)], touch)
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
    isolation._tried.cache_clear()
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert isolated(["true"], [tmp_path]) == ["true"]
    assert isolation.isolation_of([tmp_path]) is Isolation.NONE
    isolation._tried.cache_clear()
    monkeypatch.undo()
    assert isolated(["true"], [tmp_path / "not there"]) == ["true"]
    assert isolated(["true"], []) == ["true"]


@pytest.mark.parametrize("how", [None, *Isolation])
def test_a_decision_says_where_isolation_is_missing_and_nothing_where_it_works(
    how: Isolation | None,
) -> None:
    made = replace(decision(verdict(Verdict.SAME)), isolation=how)
    worst_first = made.comparisons
    ranked = [RankedDecision(decision=made, worst_first=worst_first, exit=0)]
    missing = how in (Isolation.NONE, Isolation.FILES)
    lines = terminal.decision_lines(made, worst_first, False)
    assert sum(line.startswith("note  isolation") for line in lines) == missing
    assert markdown.of(ranked).count("isolation") == missing
    text = decision_json.of(ranked)
    assert json.loads(text)["isolation"] == (how.value if how else None)
    found = parsed(text.encode(), "here")
    assert isinstance(found, list)
    assert found[0].isolation is how
