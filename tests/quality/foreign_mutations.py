"""Archives and trees of git that are changed at random, or that were made to harm."""

import bz2
import contextlib
import gzip
import io
import lzma
import random
import subprocess
import tarfile
from collections.abc import Mapping
from pathlib import Path

BRANCH = "unladen-results"
Files = dict[str, bytes]
AS_IT_IS = ("hash-object", "-w", "--stdin", "--literally")

R = "results/records"
NAMES = (
    *("../x.json", "/x.json", "", ".", "..", f"{R}/../../.git/config", "x.json", "~/x.json"),
    *(
        f"{R}/../../.git/hooks/x.json",
        ".git/hooks/pre-push",
        f"{R}/.git/x.json",
        f"{R}/.GIT/x.json",
    ),
    *(f"{R}/git~1/x.json", f"{R}/.git /x.json", f"{R}/.git./x.json", f"{R}/.g\u200cit/x.json"),
    *(f"{R}/.git::$INDEX_ALLOCATION/x.json", f"{R}/a\\..\\x.json", f"{R}//x.json", f"{R}/ci/x.py"),
    *(f"{R}/ci/conftest.py", f"{R}/ci/.json", f"{R}/{'d/' * 3000}x.json", f"{R}/{'d/' * 14}x.json"),
    *(f"{R}/{'x' * 300}.json", f"{R}/{'y' * 245}.json", "results/asv.json", f"{R}/ci/\x1b[2J.json"),
    *(f"{R}/ci/\n::error::x.json", "results2/x.json", f"{R}/ci", f"{R}/ci/a.json/b.json"),
    *(f"{R}/ci/\u202ex.json", "asv.conf.json", "unladen.json", "sub/data.json", f"{R}/CON.json"),
    *(f"{R}/ci/b.json.damaged", f"{R}/ci/é.json", f"{R}/linked/x.json", "linked/x.json"),
)
DEEP, LETTERS = b"[" * 300_000, b'"\\ud800"'
CONTENTS = (
    *(
        b"",
        b"{",
        b"{}",
        DEEP,
        DEEP + DEEP.replace(b"[", b"]"),
        b'{"a": NaN}',
        b"\xff\xfe{}",
        LETTERS,
    ),
    *(b"9" * 5000, b"1e999999", b"\x1f\x8b", b"#!/bin/sh\ntouch hacked\n", b"\0" * 4096),
    *(gzip.compress(b"{}")[:-4], gzip.compress(b" " * (24 << 20) + b"{}"), gzip.compress(DEEP)),
    *(gzip.compress(b"{}") * 3, b"version https://git-lfs.github.com/spec/v1\n"),
)
PAX = (
    *(("mtime", "1e300"), ("mtime", "nan"), ("size", str(3 << 30)), ("path", "../../x.json")),
    *(("GNU.sparse.major", "1"), ("GNU.sparse.map", "0,1"), ("path", "a\0b.json"), ("atime", "-1")),
    *(("comment", "x" * 40_000), ("linkpath", "/etc/passwd"), ("uid", "9" * 400)),
)
KINDS_OF_MEMBERS = (b"1", b"2", b"3", b"5", b"6", b"7", b"S", b"L", b"x", b"g")
FIELDS = {
    **{"name": (0, 100), "mode": (100, 108), "uid": (108, 116), "size": (124, 136)},
    **{"mtime": (136, 148), "type": (156, 157), "link": (157, 257), "prefix": (345, 500)},
}
VALUES = (
    *(b"", b"\xff" * 12, b"\x80" + b"\0" * 10 + b"\x09", b"77777777777\0", b"-1\0", b"0x10\0"),
    *(b"1_0\0", b"results/records/ci/", b"../../.git/hooks", *KINDS_OF_MEMBERS),
)
MODES = ("100644", "100755", "100666", "120000", "160000", "040000", "100644")


def git(folder: Path, *words: str, given: bytes = b"") -> str:
    who = ("-c", "user.name=A Test", "-c", "user.email=test@example.org")
    command = ["git", "-C", str(folder), *who, *words]
    done = subprocess.run(command, input=given, check=True, capture_output=True)
    return done.stdout.decode().strip()


def archived(results: Mapping[str, bytes]) -> bytes:
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name, each in results.items():
            info = tarfile.TarInfo(name)
            info.size = len(each)
            archive.addfile(info, io.BytesIO(each))
    return content.getvalue()


def headers_of(archive: bytes) -> list[int]:
    """Where members begin: so that most mutations reach what is read."""
    found, place = [], 0
    while archive[place : place + 512].strip(b"\0"):
        found.append(place)
        size = int(archive[place + 124 : place + 135] or b"0", 8)
        place += 512 + -(-size // 512) * 512
    return found


def with_field(archive: bytes, place: int, field: str, value: bytes) -> bytes:
    """Another value in a header, whose checksum is right again."""
    begin, end = FIELDS[field]
    header = bytearray(archive[place : place + 512])
    header[begin:end] = value[: end - begin].ljust(end - begin, b"\0")
    header[148:156] = b" " * 8
    header[148:156] = b"%06o\0 " % sum(header)
    return archive[:place] + bytes(header) + archive[place + 512 :]


def with_nasty_member(results: Files, order: random.Random) -> bytes:
    content = io.BytesIO()
    kinds = (tarfile.PAX_FORMAT, tarfile.GNU_FORMAT, tarfile.USTAR_FORMAT)
    with tarfile.open(fileobj=content, mode="w", format=order.choice(kinds)) as archive:
        for name, each in [*results.items(), (order.choice(NAMES), order.choice(CONTENTS))]:
            info = tarfile.TarInfo(name)
            if order.random() < 0.15:
                info.type = order.choice(KINDS_OF_MEMBERS)
                info.linkname = order.choice(NAMES[:9])
            if order.random() < 0.2:
                info.pax_headers = dict([order.choice(PAX)])
            info.size = len(each)
            with contextlib.suppress(ValueError):  # a name too long for the format
                archive.addfile(info, io.BytesIO(each))
    return content.getvalue()


def mutated_archive(results: Files, order: random.Random) -> tuple[str, bytes]:
    good = archived(results)
    what = order.choice(("bytes", "cut", "field", "field", "member", "member", "member", "whole"))
    if what == "bytes":
        content = bytearray(good)
        for _ in range(order.choice((1, 3, 30))):
            place = order.choice(headers_of(good)) + order.randrange(600)
            content[min(place, len(content) - 1)] = order.randrange(256)
        return what, bytes(content)
    if what == "cut":
        return what, good[: order.randrange(len(good))]
    if what == "field":
        field, value = order.choice(tuple(FIELDS)), order.choice(VALUES)
        return f"field {field}={value!r}", with_field(
            good, order.choice(headers_of(good)), field, value
        )
    if what == "member":
        return what, with_nasty_member(results, order)
    wholes = (
        *(
            gzip.compress(good),
            bz2.compress(good),
            lzma.compress(good),
            good + good,
            good + b"x",
            b"",
        ),
        *(b"\0" * 10240, b"PK\3\4" * 500, gzip.compress(b"\0" * (64 << 20)), good * 40, good[::-1]),
    )
    return what, order.choice(wholes)


def tree_of(remote: Path, files: Mapping[tuple[str, ...], tuple[str, str]]) -> str:
    """A tree with the mode and the hash of each file, whatever git thinks of their names."""
    rows, inside = b"", dict[str, dict[tuple[str, ...], tuple[str, str]]]()
    for (first, *rest), (mode, hash_) in sorted(files.items()):
        if rest:
            inside.setdefault(first, {})[tuple(rest)] = mode, hash_
        else:
            rows += f"{mode} {first}\0".encode() + bytes.fromhex(hash_)
    for folder, content in inside.items():
        rows += f"40000 {folder}\0".encode() + bytes.fromhex(tree_of(remote, content))
    return git(remote, *AS_IT_IS, "-t", "tree", given=rows)


def publish(remote: Path, tree: str) -> None:
    """The branch of results has one commit with this tree."""
    commit = git(remote, *AS_IT_IS, "-t", "commit", given=_commit(tree))
    (remote / "refs" / "heads" / BRANCH).write_text(f"{commit}\n")


def _commit(tree: str) -> bytes:
    who = "A Test <test@example.org> 1700000000 +0000"
    return f"tree {tree}\nauthor {who}\ncommitter {who}\n\nx\n".encode()


def bomb(remote: Path) -> str:
    """Ten billion names in ten trees."""
    blob = git(remote, "hash-object", "-w", "--stdin", given=b"{}")
    rows = "".join(f"100644 blob {blob}\t{number}.json\n" for number in range(10))
    tree = git(remote, "mktree", given=rows.encode())
    for _ in range(9):
        rows = "".join(f"040000 tree {tree}\t{number}\n" for number in range(10))
        tree = git(remote, "mktree", given=rows.encode())
    return git(remote, "mktree", given=f"040000 tree {tree}\tresults\n".encode())
