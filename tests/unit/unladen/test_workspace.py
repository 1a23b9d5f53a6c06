"""A fleet's worker writes into its own workspace, whatever a parcel or a commit says."""

import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from unladen import __version__
from unladen.errors import UnladenError
from unladen.fleet import workspace
from unladen.fleet.workspace import performed
from unladen.model.units import Finished, Parcel, Unit
from unladen.tools.git import packed


def git(folder: Path, *words: str) -> str:
    who = ["-c", "user.name=A Test", "-c", "user.email=test@example.org"]
    command = ["git", "-C", str(folder), *who, *words]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture
def parcel(tmp_path: Path) -> Parcel:
    """The commit has a link in the place of a suite and of results."""
    folder = tmp_path / "home"
    folder.mkdir()
    git(folder, "init", "-q", "-b", "main")
    (folder / "linked").symlink_to(".git")
    (folder / "results").mkdir()
    (folder / "results" / "asv").symlink_to("../.git")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "first")
    head = git(folder, "rev-parse", "HEAD")
    return Parcel(
        version=__version__,
        name="0" * 16,
        history=packed(folder, [head]),
        shallow=b"",
        refs={},
        commits=(head,),
        head=head,
        inside=".",
        files={"asv.conf.json": b"{}"},
        results=("results/records",),
    )


def done(parcel: Parcel, tmp_path: Path, **files: bytes) -> Finished:
    unit = Unit(words=("--version",), label="x", files=files)
    return performed(parcel, unit, tmp_path / "place", lambda: False)


def test_results_come_back_as_files_and_links_stay(
    parcel: Parcel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A benchmark that ran there could leave a link to a key of the worker's user."""
    secret = tmp_path / "secret.json"
    secret.write_text('{"token": 1}')

    def called(unit: Unit, folder: Path, unwanted: object) -> Finished:
        assert not unwanted or unit.words
        ash = folder / "results" / "records" / "ash"
        (ash / "b.json").symlink_to(secret)
        (ash / "c").symlink_to(tmp_path)
        return Finished(unit=unit)

    monkeypatch.setattr(workspace, "called", called)
    name = "results/records/ash/a.json"
    assert done(parcel, tmp_path, **{name: b"{}"}).files == {name: b"{}"}
    with pytest.raises(UnladenError):
        done(parcel, tmp_path, **{name: b"{}", "results/records/ash/b.json.gz": b"\x1f"})


def test_a_parcel_that_leads_elsewhere_is_refused(parcel: Parcel, tmp_path: Path) -> None:
    hostile = [
        replace(parcel, name="../elsewhere"),
        replace(parcel, inside="../.."),
        replace(parcel, inside=".git"),
        replace(parcel, results=("../../home",)),
        replace(parcel, results=(".git",)),
        replace(parcel, results=("results/asv",)),
        replace(parcel, results=(".",)),
        replace(parcel, files={"../escaped": b"x"}),
        replace(parcel, files={".git/hooks/post-checkout": b"x"}),
        replace(parcel, files={"linked/hooks/post-checkout": b"x"}),
        replace(parcel, files={"/etc/unladen-was-here": b"x"}),
    ]
    home = sorted((tmp_path / "home").rglob("*"))
    for each in hostile:
        with pytest.raises(UnladenError):
            done(each, tmp_path)
        assert sorted((tmp_path / "home").rglob("*")) == home
        assert not [*tmp_path.rglob("post-checkout"), *tmp_path.rglob("escaped")]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["home", "place"]
