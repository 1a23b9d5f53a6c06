"""Which suite is meant by who stands in a folder, what belongs to it, and whose commits it has."""

import subprocess
from pathlib import Path

import pytest

from unladen.errors import NoProject
from unladen.tools.asv_repository import is_clone_of, name_of
from unladen.tools.files import suite_folder
from unladen.tools.git import Git
from unladen.tools.suite_files import suite_files
from unladen.tools.suite_sources import AsvSuite


def made(folder: Path, *names: str) -> Path:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("{}")
    return folder


@pytest.mark.parametrize(
    ("there", "here"),
    [
        ("asv.conf.json", "."),
        ("asv.conf.jsonc", "src/pkg"),
        ("asv_bench/asv.conf.json", "."),
        ("asv_bench/asv.conf.json", "src/pkg"),
        ("a/b/c/asv.conf.json", "."),
    ],
)
def test_the_suite_of_the_repository_is_found_from_anywhere_in_it(
    tmp_path: Path, there: str, here: str
) -> None:
    made(tmp_path, there, ".git/HEAD", "src/pkg/x.py")
    assert suite_folder(tmp_path / here) == (tmp_path / there).parent


def test_of_several_below_the_user_chooses_and_within_one_it_is_meant(tmp_path: Path) -> None:
    made(tmp_path, ".git/HEAD", "one a/asv.conf.json", "two/asv.conf.json")
    with pytest.raises(NoProject, match="2 suites below") as caught:
        suite_folder(tmp_path)
    assert caught.value.fix == "cd 'one a'   (or another of them)"
    assert suite_folder(tmp_path / "two") == tmp_path / "two"


def test_a_clone_inside_of_a_project_is_none_of_it(tmp_path: Path) -> None:
    made(tmp_path, ".git/HEAD", "asv.conf.json", "vendor/.git/HEAD", ".asv/x/asv.conf.json")
    with pytest.raises(NoProject) as caught:
        suite_folder(tmp_path / "vendor")
    assert "unladen init" in caught.value.fix


def test_what_lies_in_a_suite_and_is_not_its_own_is_left_out(tmp_path: Path) -> None:
    own = ["__init__.py", "data/x.json", "sub/a.py"]
    others = ["results/m/1.json", ".asv/env/a.py", "__pycache__/a.pyc", "env/lib/x.py"]
    made(tmp_path, *own, *others, "env/pyvenv.cfg")
    found = list(suite_files(tmp_path, but=(tmp_path / "results",)))
    assert [path.relative_to(tmp_path).as_posix() for path in found] == sorted(own)
    assert list(AsvSuite(tmp_path, apart=(tmp_path / "results",)).files()) == sorted(found)


@pytest.mark.parametrize(
    ("remote", "address", "same"),
    [
        ("https://forge.example/me/pkg.git", "https://forge.example/them/pkg", True),
        ("git@forge.example:me/Pkg.git", "https://forge.example/them/pkg.git/", True),
        ("https://forge.example/me/pkg-benchmarks", "https://forge.example/them/pkg", False),
        ("", "https://forge.example/them/pkg", False),
    ],
)
def test_a_fork_is_a_clone_of_what_it_was_forked_from(
    tmp_path: Path, remote: str, address: str, same: bool
) -> None:
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    if remote:
        subprocess.run(["git", "-C", str(tmp_path), "remote", "add", "origin", remote], check=True)
    assert is_clone_of(tmp_path, address) is same
    assert name_of("file:///somewhere/pkg/") == "pkg"


def test_git_says_whether_it_tracks_anything_in_a_folder(tmp_path: Path) -> None:
    assert not Git(tmp_path).tracks(tmp_path), "no repository"
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    made(tmp_path, "results/a.json", "other/b.json")
    subprocess.run(["git", "-C", str(tmp_path), "add", "results"], check=True)
    assert Git(tmp_path).tracks(tmp_path / "results")
    assert not Git(tmp_path).tracks(tmp_path / "other")
    assert not Git(tmp_path).tracks(tmp_path / "nowhere")
    assert not Git(tmp_path).tracks(tmp_path.parent)
