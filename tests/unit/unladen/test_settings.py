"""Any pyproject.toml or unladen.toml is used, or refused with an error that names the file."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from unladen.errors import ConfigError, UnladenError
from unladen.store import accepted
from unladen.tools import settings
from unladen.tools.asv_configuration import python_for
from unladen.tools.builds import ISOLATED, command_for
from unladen.tools.declared_requirements import declared
from unladen.tools.pytest_suite import suite_in
from unladen.tools.surroundings import name_of

BAD = {
    "arrays in arrays": "a = " + "[" * 100_000,
    "tables in tables": "a = " + "{a=" * 100_000,
    "a key of 100,000 parts": ".".join("a" * 100_000) + " = 1",
    "5000 digits": "a = " + "9" * 5000,
    "white space": " " * (1 << 22),
    "no UTF-8": "a = '\udcff'",
    "a NUL": "a = '\x00'",
}
ODD = {
    "500 digits in base 16": "allow = 0x" + "f" * 50_000,
    "400 digits": "allow = " + "9" * 400,
    "a year 1": "allow = 0001-01-01",
    "a NUL in records": 'records = "a\\u0000b"',
    "a line end in site": 'site = "a\\nb"',
    "a pattern that repeats too often": "must-run = ['a{99999999999999999999}']",
    "a pattern in a pattern": f"must-run = ['{'(' * 5000}']",
    "a long value": f"suite = '{'x' * 500_000}'",
    "a list of lists": f"decide-by = {'[' * 90}{']' * 90}",
}


def put(path: Path, text: str) -> None:
    path.write_bytes(text.encode("utf-8", "surrogateescape"))


@pytest.mark.parametrize("text", BAD.values(), ids=BAD)
def test_a_pathological_pyproject_is_refused_at_once(tmp_path: Path, text: str) -> None:
    for name in settings.SETTINGS:
        put(tmp_path / name, text)
        began = time.monotonic()
        with pytest.raises(ConfigError, match=name) as error:
            settings.load(tmp_path)
        assert len(error.value.what) < 500
        assert time.monotonic() - began < 10
        (tmp_path / name).unlink()


@pytest.mark.parametrize("text", ODD.values(), ids=ODD)
def test_an_odd_setting_is_refused_in_a_short_message(tmp_path: Path, text: str) -> None:
    put(tmp_path / "unladen.toml", text)
    with pytest.raises(ConfigError) as error:
        settings.load(tmp_path)
    assert len(str(error.value)) < 700


READERS: tuple[Callable[[Path], object], ...] = (python_for, name_of, declared, suite_in)


@pytest.mark.parametrize("text", BAD.values(), ids=BAD)
@pytest.mark.parametrize("read", READERS)
def test_whoever_only_looks_into_a_pyproject_goes_on_without_it(
    tmp_path: Path, read: Callable[[Path], object], text: str
) -> None:
    put(tmp_path / "pyproject.toml", text)
    (tmp_path / "test_a.py").write_text("def test_a(benchmark): benchmark(int)\n")
    began = time.monotonic()
    read(tmp_path)
    assert time.monotonic() - began < 10


@pytest.mark.parametrize(
    "text", [*BAD.values(), "[build-system]\nrequires = 5", "[build-system]\nrequires = [[]]"]
)
def test_a_commit_with_a_pathological_pyproject_is_built_as_pip_does_it(text: str) -> None:
    assert command_for(text) in (ISOLATED, command_for(""))


ENTRY = (
    "[[accepted]]\ncommit = 'aaaaaaa'\nbenchmark = 'x'\nauthor = 'a'\nreason = 'r'\nupto = {upto}\n"
    "expires = {expires}\n"
)


@pytest.mark.parametrize(
    "text",
    [
        *BAD.values(),
        "accepted = 5",
        "accepted = [5]",
        ENTRY.format(upto="9" * 400, expires="2027-01-31"),
        ENTRY.format(upto="0x" + "f" * 50_000, expires="2027-01-31"),
        ENTRY.format(upto="0.1", expires="0x" + "f" * 50_000),
        ENTRY.format(upto="'" + "x" * 500_000 + "'", expires="2027-01-31"),
    ],
)
def test_an_odd_file_of_accepted_slowdowns_is_refused(tmp_path: Path, text: str) -> None:
    put(tmp_path / accepted.FILE, text)
    with pytest.raises(UnladenError) as error:
        accepted.load(tmp_path)
    assert accepted.FILE in error.value.what
    assert len(error.value.what) < 700
