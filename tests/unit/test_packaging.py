"""What is shipped: one version, licences of all that is in it, and the same bytes each time."""

import gzip
import io
import re
import tarfile
import tomllib
from pathlib import Path

import pytest

import arc_solver
import unladen
from tests.quality import packaging

ROOT = Path(__file__).parents[2]
PROJECTS = {
    "pyproject.toml": f"{unladen.__name__}.__version__",
    "arc_solver/pyproject.toml": f"{arc_solver.__name__}.__version__",
}


@pytest.mark.parametrize(("name", "place"), PROJECTS.items())
def test_a_version_stands_in_one_place(name: str, place: str) -> None:
    told = tomllib.loads((ROOT / name).read_text())
    assert "version" not in told["project"]
    assert told["project"]["dynamic"] == ["version"]
    assert told["tool"]["setuptools"]["dynamic"]["version"] == {"attr": place}


@pytest.mark.parametrize("name", PROJECTS)
def test_licences_are_shipped_with_what_they_are_of(name: str) -> None:
    folder = (ROOT / name).parent
    told = tomllib.loads((ROOT / name).read_text())["project"]
    shipped = {path for each in told["license-files"] for path in folder.glob(each)}
    assert folder / "LICENSE" in shipped
    assert set(folder.glob("*/site/static/vendor/LICENSE-*")) <= shipped
    assert (folder / "LICENSE").read_text() == (ROOT / "LICENSE").read_text()


def test_code_of_others_is_named_with_its_licence_and_is_in_the_bill_of_materials() -> None:
    notices = (ROOT / "THIRD-PARTY.md").read_text()
    components = {each["name"]: each for each in packaging.vendored()}
    files = [
        path.name for path in packaging.VENDORED.parent.iterdir() if path.suffix in (".js", ".css")
    ]
    listed = [p["name"] for each in components.values() for p in each["properties"]]
    assert sorted(name.rpartition("/")[2] for name in listed) == sorted(files)
    for name, component in components.items():
        (licence,) = component["licenses"]
        row = re.search(rf"(?im)^\| {re.escape(name)} \| (\S+) \| \[(LICENSE-\S+)\]", notices)
        assert row, f"{name} is not in THIRD-PARTY.md"
        assert row[1] == licence["license"]["id"]
        assert (packaging.VENDORED.parent / row[2]).is_file()


def archive(epoch: int, owner: str, names: list[str], mode: int) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as tar:
        for name in names:
            member = tarfile.TarInfo(name)
            member.size, member.mtime, member.uname, member.mode = len(name), epoch, owner, mode
            tar.addfile(member, io.BytesIO(name.encode()))
    return packed.getvalue()


def test_who_packs_an_archive_when_and_in_which_order_does_not_show() -> None:
    one = packaging.normalised(archive(1, "me", ["a/x", "a/y"], 0o600), 1_700_000_000)
    other = packaging.normalised(archive(2, "you", ["a/y", "a/x"], 0o664), 1_700_000_000)
    assert one == other
    with tarfile.open(fileobj=io.BytesIO(gzip.decompress(one))) as tar:
        assert [(each.name, each.mode) for each in tar] == [("a/x", 0o644), ("a/y", 0o644)]
        assert tar.extractfile("a/y").read() == b"a/y"  # type: ignore[union-attr]


def test_what_differs_in_an_archive_still_shows() -> None:
    one = packaging.normalised(archive(1, "me", ["a/x"], 0o644), 1_700_000_000)
    assert one != packaging.normalised(archive(1, "me", ["a/z"], 0o644), 1_700_000_000)


@pytest.mark.parametrize("name", PROJECTS)
def test_the_pythons_that_are_named_are_those_that_ci_tests(name: str) -> None:
    told = tomllib.loads((ROOT / name).read_text())["project"]
    named = [each.rpartition(" ")[2] for each in told["classifiers"]]
    tested = re.search(r"for version in (.*);", (ROOT / ".ci" / "pythons").read_text())
    assert tested
    assert named == tested[1].split()
    installed = re.findall(r"3\.\d+", (ROOT / ".github" / "workflows" / "ci.yml").read_text())
    assert set(named) == set(installed)


def test_ci_runs_the_readme_on_the_systems_python() -> None:
    """A newer Python than the one that users have hid failures twice."""
    text = (ROOT / ".ci" / "run").read_text()
    assert "PATH=/usr/bin:/bin:/usr/sbin:/sbin" in text
    assert "export HOME=$place/home" in text
    assert "^(VIRTUAL_ENV|CONDA|PYENV|PYTHON|TOX_ENV|XDG_)" in text
