"""Files of results come whole or not at all, and only such as unladen and asv write."""

import gzip
import io
import json
import os
import tarfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from unladen.errors import ToolError
from unladen.tools import nofollow, result_archive, result_files, result_names
from unladen.tools.result_files import Arrived, ResultFolders
from unladen.tools.result_names import RefusedFile, check_content, check_sizes, why_no_name


def results(top: Path) -> ResultFolders:
    top.mkdir(exist_ok=True)
    return ResultFolders.of(top, [top / "results"])


def everything(top: Path) -> list[str]:
    return sorted(str(path.relative_to(top)) for path in top.rglob("*"))


def test_names_that_unladen_and_asv_write_are_fine_and_those_of_git_are_not() -> None:
    fine = ("results/two cores/a2-virtualenv-py3.11-numpy1.26.json", "results/é/b[1].json", "a/.x")
    assert [why_no_name(name) for name in fine] == [None, None, None]
    for name in (".git/a", "a/.GiT/b", "a/git~1", "a/.git. ./b", "a/.git::$DATA", "a/b\\.git\\c"):
        assert why_no_name(name), name
    for name in ("", "/a", "a//b", "a/./b", "a/../b", "a/", "a\nb", "a\u200db", "a\udc80", "a\0"):
        assert why_no_name(name), name
    assert why_no_name("a/" * 15 + "b") is None
    assert why_no_name("a/" * 16 + "b")
    assert why_no_name("é" * 127) is None
    assert why_no_name("é" * 128)


def test_content_is_what_the_name_says() -> None:
    asv = b'{"a": [NaN, 1.5,-Infinity , "NaN, \\" x"]}'
    for name, content in {
        "a.json": asv,
        "b.json": b" [] \n",
        "c.json.gz": gzip.compress(b'{"\xc3\xa9": 1}'),
        "d.json.raw.gz": gzip.compress(b"scalene wrote something else"),
        "e.txt.gz": gzip.compress(b"a;b 3"),
    }.items():
        check_content(name, content)
    wrong = [b"", b"{", b"{} {}", b"nan", b'{"a": Nan}', b'"\xff"', b"\xef\xbb\xbf{}", b"[" * 10**6]
    for content in wrong:
        with pytest.raises(RefusedFile):
            check_content("a.json", content)
        with pytest.raises(RefusedFile):
            check_content("a.json.gz", gzip.compress(content))
    for content in (b"", b"{}", gzip.compress(b"{}")[:-3], gzip.compress(b" " * 10**7)):
        with pytest.raises(RefusedFile):
            check_content("a.txt.gz", content)


def test_there_is_a_limit_for_each_file_and_for_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(result_names, "EACH_BYTES", 100)
    monkeypatch.setattr(result_names, "ALL_BYTES", 150)
    monkeypatch.setattr(result_files, "MOST_FILES", 3)
    check_sizes("a", 100, 150)
    folders = results(tmp_path / "top")
    for many in ({"a": 101}, {"a": 99, "b": 99}):
        with pytest.raises(RefusedFile):
            folders.bring((f"results/{each}.json", b"1" * size) for each, size in many.items())
        assert everything(tmp_path / "top") == []
    folders.check(f"results/{number}.json" for number in range(3))
    with pytest.raises(RefusedFile):
        folders.check(f"results/{number}.json" for number in range(4))


def test_a_full_disk_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folders = results(tmp_path)
    files = {f"results/{number}/a.json": b"1" for number in range(3)}
    assert folders.bring({"results/0/a.json": b"0", "results/x.json": b"1"}.items()) == Arrived(2)
    before = everything(tmp_path)
    write_new = nofollow.write_new

    def full(folder: int, name: str, content: bytes, sync: bool = False) -> None:
        write_new(folder, name, content, sync)
        if len(list(tmp_path.rglob(".*"))) == 3:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(result_files, "write_new", full)
    with pytest.raises(OSError, match="No space"):
        folders.bring(files.items())
    assert everything(tmp_path) == before
    assert (tmp_path / "results/0/a.json").read_bytes() == b"0"
    monkeypatch.undo()
    assert folders.bring({**files, "results/x.json": b"1"}.items()) == Arrived(written=3, same=1)


def test_a_folder_that_becomes_a_link_meanwhile_is_not_followed(tmp_path: Path) -> None:
    """Between the check and the renaming a benchmark that still runs has time enough."""
    folders = results(tmp_path / "top")
    (tmp_path / "elsewhere").mkdir()

    def contents() -> Iterator[tuple[str, bytes]]:
        yield "results/ci/a.json", b"1"
        (tmp_path / "top/results/ci").rename(tmp_path / "top/moved")
        (tmp_path / "top/results/ci").symlink_to(tmp_path / "elsewhere")

    with pytest.raises(RefusedFile):
        folders.bring(contents())
    assert everything(tmp_path / "elsewhere") == []


WORD = st.text("abé. -", min_size=1, max_size=60).filter(lambda word: word.strip(". "))
NAME = st.lists(WORD, min_size=1, max_size=5).map("/".join)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
@given(
    names=st.sets(NAME, max_size=4),
    form=st.sampled_from([tarfile.PAX_FORMAT, tarfile.GNU_FORMAT, None]),
    value=st.integers(0, 10**600),
)
def test_what_tar_wrote_is_unpacked_and_packing_it_again_gives_the_same(
    tmp_path: Path, names: set[str], form: int | None, value: int
) -> None:
    place = Path(os.fsdecode(os.fsencode(tmp_path))) / os.urandom(8).hex()
    here, there = results(place.with_suffix(".a")), results(place.with_suffix(".b"))
    content = json.dumps([str(value)]).encode()
    files = {f"results/{name}/{number}.json": content for number, name in enumerate(sorted(names))}
    archive, again = place.with_suffix(".tar"), place.with_suffix(".again")
    if form is None:
        here.bring(files.items())
        assert result_archive.pack(here, archive) == (len(files), [])
    else:
        with tarfile.open(archive, "w", format=form) as packed:
            for name, each in files.items():
                info = tarfile.TarInfo(name)
                info.size, info.mtime = len(each), value % 10**11 / 7
                packed.addfile(info, io.BytesIO(each))
    assert result_archive.unpack(there, archive) == Arrived(len(files))
    assert {name: (there.top / name).read_bytes() for name in files} == files
    assert result_archive.unpack(there, archive) == Arrived(0, len(files))
    result_archive.pack(there, again)
    if form is None:
        assert again.read_bytes() == archive.read_bytes()


def test_three_megabytes_that_unpack_to_more_than_any_results_are_refused(tmp_path: Path) -> None:
    bomb = gzip.compress(b" " * (900 << 10) + b"{}", 9)
    archive = tmp_path / "bomb.tar"
    with tarfile.open(archive, "w") as packed:
        for number in range(1500):
            info = tarfile.TarInfo(f"results/{number}.json.gz")
            info.size = len(bomb)
            packed.addfile(info, io.BytesIO(bomb))
    with pytest.raises(ToolError):
        result_archive.unpack(results(tmp_path / "top"), archive)
    assert everything(tmp_path / "top") == []
