"""`unladen keep`: results on a branch of their own; nothing else of the repository is touched."""

import contextlib
import gzip
import io
import json
import lzma
import os
import shutil
import subprocess
import sys
import tarfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.projects import CONFIG, Project, new_project
from unladen.cli import main


@pytest.fixture
def origin(tmp_path: Path) -> Path:
    folder = tmp_path / "origin.git"
    subprocess.run(["git", "init", "-q", "--bare", "-b", "main", str(folder)], check=True)
    return folder


@pytest.fixture
def project(tmp_path: Path, origin: Path) -> Project:
    return cloned(tmp_path / "one", origin)


def cloned(folder: Path, origin: Path) -> Project:
    subprocess.run(
        ["git", "clone", "-q", str(origin), str(folder)], check=True, capture_output=True
    )
    made = Project(folder)
    made.git("config", "user.name", "A Test")
    made.git("config", "user.email", "test@example.org")
    if not made.git("ls-remote", "--heads", "origin"):
        made.git("checkout", "-q", "-b", "main")
        made.write(".gitignore", "results/\n")
        made.write("sub/code.py", "x = 1\n")
        made.commit("first")
        made.git("push", "-q", "origin", "main")
    return made


def said(project: Project, *words: str, code: int = 0) -> str:
    folder = () if "--folder" in words else ("--folder", "results")
    done = project.unladen("keep", *words, *folder)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


def told(project: Project, *words: str, count: int) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(said(project, *words, "--json"))
    assert answer["count"] == count, answer
    return answer


def tip(project: Project) -> str:
    """The commit that the remote's branch of results is at."""
    return project.git("ls-remote", "--heads", "origin", "unladen-results").split()[0]


def inside(project: Project, *words: str) -> tuple[int, str]:
    """Exit code and text of `keep` in this process: a start takes ten times as long."""
    text = io.StringIO()
    with (
        contextlib.chdir(project.folder),
        contextlib.redirect_stdout(text),
        contextlib.redirect_stderr(text),
    ):
        return main(["keep", *words]), text.getvalue()


def archive_of(folder: Path, entries: Mapping[Any, bytes]) -> Path:
    path = folder / "made.tar"
    with tarfile.open(path, "w", format=tarfile.PAX_FORMAT) as content:
        for name, data in entries.items():
            info = tarfile.TarInfo(name) if isinstance(name, str) else name
            info.size = len(data)
            content.addfile(info, io.BytesIO(data))
    return path


def snapshot(folder: Path) -> dict[str, object]:
    """Every name below a folder, .git included, but for objects that git fetched."""
    found: dict[str, object] = {}
    for path in sorted(folder.rglob("*")):
        if "objects" not in path.parts:
            stat = path.lstat()
            there = path.is_file() and not path.is_symlink()
            content = path.read_bytes() if there else os.readlink(path) if path.is_symlink() else ""
            found[str(path)] = (stat.st_mode, content)
    return found


def test_what_is_kept_comes_back_in_another_clone_and_nothing_else_changes(
    project: Project, origin: Path, tmp_path: Path
) -> None:
    project.write("results/records/ci/a b.json", "1")
    project.write("sub/code.py", "x = 2  # not committed\n")
    before = project.git("status", "--porcelain"), project.git("rev-parse", "HEAD")
    told(project, count=1)
    told(project, count=0)
    assert before == (project.git("status", "--porcelain"), project.git("rev-parse", "HEAD"))
    other = cloned(tmp_path / "two", origin)
    told(other, "unladen-results", "--restore", count=1)
    assert (other.folder / "results/records/ci/a b.json").read_text() == "1"
    assert other.git("ls-tree", "-r", "--name-only", "origin/main").split() == [
        ".gitignore",
        "sub/code.py",
    ]


def test_a_linked_worktree_and_a_folder_below_keep_and_restore_as_well(
    project: Project, tmp_path: Path
) -> None:
    project.git("worktree", "add", "-q", "--detach", str(tmp_path / "linked"))
    linked = Project(tmp_path / "linked")
    project.write("results/a.json", "1")
    assert inside(Project(project.folder / "sub"), "--folder", "../results")[0] == 0
    assert inside(linked, "--restore", "--folder", "results")[0] == 0
    assert (linked.folder / "results/a.json").read_text() == "1"
    code, text = inside(linked, "--folder", str(project.folder / "results"))
    assert code == 2, text


def test_two_that_keep_at_once_lose_nothing(project: Project, origin: Path, tmp_path: Path) -> None:
    """The other one pushes when the first one has read the branch, and not yet pushed."""
    other = cloned(tmp_path / "two", origin)
    project.write("results/a.json", "1")
    other.write("results/b.json", "2")
    said(project)
    hook = project.folder / ".git/hooks/pre-push"
    command = f"cd {other.folder} && test ! -f done && touch done && "
    keep = "GIT_DIR= GIT_INDEX_FILE= && unset GIT_DIR GIT_INDEX_FILE; "
    hook.write_text(
        f"#!/bin/sh\n{keep}{command}{sys.executable} -m unladen keep --folder results || true\n"
    )
    hook.chmod(0o755)
    project.write("results/c.json", "3")
    told(project, count=1)
    third = cloned(tmp_path / "three", origin)
    said(third, "--restore")
    assert sorted(path.name for path in (third.folder / "results").iterdir()) == [
        "a.json",
        "b.json",
        "c.json",
    ]


def test_a_branch_that_is_not_there_yet_is_no_error(project: Project) -> None:
    told(project, "--restore", count=0)


@pytest.mark.parametrize("words", [("a..b",), ("--folder", "../other"), ("x", "--folder", "none")])
def test_what_makes_no_sense_is_told(project: Project, words: tuple[str, ...]) -> None:
    assert "next:" in said(project, *words, code=2)


def test_a_push_that_is_not_allowed_says_which_right_is_missing(
    project: Project, origin: Path
) -> None:
    project.write("results/a.json", "1")
    hook = origin / "hooks/pre-receive"
    hook.write_text("#!/bin/sh\necho denied >&2; exit 1\n")
    hook.chmod(0o755)
    assert "contents: write" in said(project, code=4)


def test_what_is_packed_is_unpacked_elsewhere(
    project: Project, origin: Path, tmp_path: Path
) -> None:
    project.write("results/a.json", "1")
    archive = tmp_path / "results.tar"
    told(project, "--pack", str(archive), count=1)
    other = cloned(tmp_path / "two", origin)
    told(other, "--unpack", str(archive), count=1)
    assert (other.folder / "results/a.json").read_text() == "1"
    assert other.git("status", "--porcelain") == ""


def test_without_a_folder_it_is_that_of_the_project(tmp_path: Path, origin: Path) -> None:
    made = new_project(tmp_path / "victim")
    made.git("remote", "add", "origin", str(origin))
    made.write("results/records/ci/a.json", "{}")
    made.write("results/asv/ci/b.json", "{}")
    done = made.unladen("keep", "--json")
    assert json.loads(done.stdout)["count"] == 2, done.stderr


ROT13 = "tr A-Za-z N-ZA-Mn-za-m"
"""A filter of git that changes every letter, as a stand-in for git-lfs."""
JSON_LINES = b'{"a":\n 1}\n'


def test_bytes_come_back_as_they_were_whatever_git_attributes_say(
    project: Project, origin: Path, tmp_path: Path
) -> None:
    """A filter, line ends, an encoding, keywords and export-ignore touch no file of results."""
    other = cloned(tmp_path / "two", origin)
    attributes = "*.json filter=rot ident\n*.gz export-ignore\ncr/*.json text eol=crlf\n"
    attributes += "utf16/* working-tree-encoding=UTF-16\nresults/asv export-ignore\n"
    contents = {
        "results/records/ci/letters.json": b'{"a": "$Id$ nnn"}\n',
        "results/records/cr/crlf.json": JSON_LINES.replace(b"\n", b"\r\n"),
        "results/records/cr/lf.json": JSON_LINES,
        "results/records/utf16/a.json": b'{"\xc3\xa9": 1}',
        "results/asv/ci/b.json": b"{}",
        "results/profiles/ci/p.json.gz": gzip.compress(b"{}", mtime=0),
        "results/profiles/ci/p-stacks-0.txt.gz": gzip.compress(b"a;b 3\r\n", mtime=0),
    }
    for each in (project, other):
        each.git("config", "filter.rot.clean", ROT13)
        each.git("config", "filter.rot.smudge", ROT13)
        each.git("config", "filter.rot.required", "true")
        each.git("config", "core.autocrlf", "true")
        each.write(".gitattributes", attributes)
        each.write(".git/info/attributes", attributes)
    for name, content in contents.items():
        path = project.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    told(project, count=7)
    answer = told(other, "--restore", count=7)
    assert (answer["written"], answer["same"]) == (7, 0)
    for name, content in contents.items():
        assert (other.folder / name).read_bytes() == content, name
        assert (other.folder / name).stat().st_mode & 0o777 == 0o644
    (other.folder / "results/asv/ci/b.json").unlink()
    answer = told(other, "--restore", count=7)
    assert (answer["written"], answer["same"]) == (1, 6)


def test_links_and_other_files_are_left_out_and_said(project: Project, tmp_path: Path) -> None:
    """A link may show another file of the user: a key, or a token."""
    (tmp_path / "secret.json").write_text('{"token": 1}')
    project.write("results/records/ci/a.json", "{}")
    project.write("results/records/ci/b.json.damaged", "{")
    project.write("results/records/ci/no.json", "{")
    project.write("results/notes.txt", "mine")
    project.write("results/" + "d/" * 20 + "a.json", "{}")
    for name, target in (("link.json", "secret.json"), ("folder", ".")):
        (project.folder / "results" / name).symlink_to(tmp_path / target)
    done = said(project)
    assert len([line for line in done.splitlines() if "left out" in line]) == 6, done
    archive = tmp_path / "results.tar"
    said(project, "--pack", str(archive))
    with tarfile.open(archive) as content:
        assert content.getnames() == ["results/records/ci/a.json"]
    assert project.git("ls-tree", "-r", "--name-only", tip(project)) == "results/records/ci/a.json"


def test_a_packed_archive_is_the_same_bytes_whoever_made_the_files_and_when(
    project: Project, tmp_path: Path
) -> None:
    archives = []
    for number, names in enumerate((("a", "bé"), ("bé", "a"))):
        for name in names:
            project.write(f"results/records/ci/{name * 60}.json", "{}")
            os.utime(project.folder / f"results/records/ci/{name * 60}.json", (number, 2.5))
        (project.folder / "results/records/ci" / f"{'a' * 60}.json").chmod(0o600 + number)
        said(project, "--pack", str(tmp_path / f"{number}.tar"))
        archives.append((tmp_path / f"{number}.tar").read_bytes())
        shutil.rmtree(project.folder / "results")
    assert archives[0] == archives[1]
    assert told(project, "--unpack", str(tmp_path / "0.tar"), count=2)["written"] == 2


def test_folders_of_results_that_a_commit_names_are_checked(tmp_path: Path, origin: Path) -> None:
    """asv.conf.json is a stranger's: its folder must be a plain one of the repository."""
    made = new_project(tmp_path / "victim")
    made.git("remote", "add", "origin", str(origin))
    made.git("init", "-q", f"--separate-git-dir={made.folder / 'own'}")
    (made.folder / "linked").symlink_to("own")
    packed = str(tmp_path / "packed.tar")
    assert made.unladen("keep", "--pack", packed).returncode == 0  # asv has read the repository
    os.unlink(packed)
    for results in (".git", ".GIT/x", "linked", "linked/a", "../out", "/tmp", ".", "own", "own/x"):
        made.write("asv.conf.json", json.dumps({**CONFIG, "results_dir": results}))
        archive = archive_of(tmp_path, {f"{results}/hooks/a.json": b"{}", ".git/config": b"[x]"})
        before = snapshot(made.folder)
        for words in (("--unpack", str(archive)), ("--pack", packed), ("--restore",), ()):
            code, text = inside(made, *words)
            assert code == 2, (results, words, text)
            assert "next:" in text
        assert snapshot(made.folder) == before
        assert not os.path.exists(packed)


def test_a_link_that_a_commit_brought_leads_nowhere(
    project: Project, origin: Path, tmp_path: Path
) -> None:
    """Once a hook was written through it, in the job that may write to the repository."""
    project.write("results/records/hooks/pre-push.json", "{}")
    said(project)
    archive = tmp_path / "results.tar"
    said(project, "--pack", str(archive))
    plain = archive_of(tmp_path, {"results/records/hooks/pre-push": b"#!/bin/sh\ntouch hacked\n"})
    for number, where in enumerate(("results/records", "results/records/hooks", "results")):
        other = cloned(tmp_path / f"other-{number}", origin)
        link = other.folder / where
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(other.folder / ".git")
        before = snapshot(other.folder)
        for words in (("--unpack", str(archive)), ("--unpack", str(plain)), ("--restore",)):
            code, text = inside(other, *words, "--folder", "results")
            assert code in (2, 4), (where, words, text)
            assert snapshot(other.folder) == before


def test_an_archive_with_one_entry_that_is_refused_is_refused_whole(
    project: Project, tmp_path: Path
) -> None:
    other = project
    other.write("results/there/a.json", '{"old": 1}')
    before = snapshot(other.folder)
    hostile = {
        "outside": {"sub/code.json": b"{}"},
        "up": {"results/../sub/code.json": b"{}"},
        "absolute": {"/results/x.json": b"{}"},
        "beside": {"results2/x.json": b"{}"},
        "hook": {"results/.Git /hooks/x.json": b"{}"},
        "short": {"results/git~1/x.json": b"{}"},
        "ignorable": {"results/.g\u200cit/x.json": b"{}"},
        "control": {"results/a\x1b[31m.json": b"{}"},
        "kind": {"results/x.py": b"{}"},
        "no JSON": {"results/x.json": b"version https://git-lfs"},
        "no gzip": {"results/x.json.gz": b"{}"},
        "deep": {"results/" + "d/" * 3000 + "x.json": b"{}"},
        "long": {f"results/{'x' * 300}.json": b"{}"},
        "both": {"results/a.json": b"{}", "results/a.json/b.json": b"{}"},
        "over a folder": {"results/there.json": b"{}", "results/there/a.json/x.json": b"{}"},
        "bomb": {"results/x.json.gz": gzip.compress(b" " * 30_000_000 + b"{}")},
    }
    for what, entries in hostile.items():
        archive = archive_of(tmp_path, {"results/fine.json": b"{}", **entries})
        code, text = inside(other, "--unpack", str(archive), "--folder", "results")
        assert code == 4, (what, text)
        assert snapshot(other.folder) == before, what
        assert "next:" in text


def test_archives_that_are_damaged_or_made_to_harm_end_in_an_error(
    project: Project, tmp_path: Path
) -> None:
    """Truncated, corrupt, compressed, with absurd times, and 3 GB in a few megabytes."""
    good = archive_of(tmp_path, {"results/a.json": b"{}", "results/b.json": b"1" * 2000})
    content = good.read_bytes()
    pax = tarfile.TarInfo("results/x.json")
    pax.pax_headers = {"comment": "x" * 3_000_000}
    sparse = tarfile.TarInfo("results/x.json")
    sparse.pax_headers = {"GNU.sparse.major": "1", "GNU.sparse.realsize": str(3 << 30)}
    wrong = {
        "truncated": content[:1700],
        "without an end": content[: 1024 + 512 + 2048],
        "corrupt": content[:20] + b"\xff" + content[21:],
        "empty": b"",
        "text": b"x" * 5000,
        "compressed": gzip.compress(b"\0" * (300 << 20), 1),
        "xz": lzma.compress(content),
        "header": archive_of(tmp_path, {pax: b"{}"}).read_bytes(),
        "sparse": archive_of(tmp_path, {sparse: b"{}"}).read_bytes(),
        "more behind its end": content + b"x" * 512,
        "twice": archive_of(tmp_path, {tarfile.TarInfo("results/a.json"): b"{}"}).read_bytes()[
            :1024
        ]
        + content,
    }
    for kind in (tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.GNUTYPE_SPARSE):
        link = tarfile.TarInfo("results/link.json")
        link.type, link.linkname = kind, "/etc/passwd"
        wrong[f"type {kind!r}"] = archive_of(tmp_path, {link: b""}).read_bytes()
    before = snapshot(project.folder)
    bad = tmp_path / "bad.tar"
    for what, each in wrong.items():
        bad.write_bytes(each)
        code, text = inside(project, "--unpack", str(bad), "--folder", "results")
        assert code == 4, (what, text)
        assert snapshot(project.folder) == before, what
    with bad.open("wb") as file:  # sparse on this disk: no archive of results is so large
        file.truncate(3 << 30)
    assert inside(project, "--unpack", str(bad), "--folder", "results")[0] == 4
    os.unlink(bad)
    os.mkfifo(bad)
    assert inside(project, "--unpack", str(bad), "--folder", "results")[0] == 4
    assert snapshot(project.folder) == before


def test_times_and_rights_of_an_archive_are_not_taken(project: Project, tmp_path: Path) -> None:
    absurd = tarfile.TarInfo("results/a.json")
    absurd.mtime, absurd.mode, absurd.uid = 8**11 - 1, 0o6777, 1234
    times = tarfile.TarInfo("results/b.json")
    times.pax_headers = {"mtime": "1e300", "atime": "nan"}
    archive = archive_of(tmp_path, {absurd: b"{}", times: b"{}"})
    assert told(project, "--unpack", str(archive), count=2)["written"] == 2
    for name in "ab":
        stat = (project.folder / f"results/{name}.json").stat()
        assert (stat.st_mode & 0o7777, stat.st_uid) == (0o644, os.getuid())
        assert abs(stat.st_mtime - time.time()) < 100
    assert told(project, "--unpack", str(archive), count=2)["same"] == 2


def test_a_hostile_branch_writes_nothing(project: Project, origin: Path, tmp_path: Path) -> None:
    """Trees that git itself would never make, and one of 10,000,000,000 names in a kilobyte."""
    project.write("results/records/ci/a.json", "{}")
    said(project)

    def object_of(content: str, *words: str) -> str:
        done = subprocess.run(
            ["git", *words], cwd=project.folder, input=content, text=True, capture_output=True
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    blob = object_of("{}", "hash-object", "-w", "--stdin")
    hook = object_of("#!/bin/sh\n", "hash-object", "-w", "--stdin")
    commit = project.git("rev-parse", "HEAD")

    def tree(*rows: tuple[str, str, str]) -> str:
        kinds = {"04": "tree", "16": "commit"}
        lines = [f"{m} {kinds.get(m[:2], 'blob')} {h}\t{n}" for m, h, n in rows]
        return object_of("".join(f"{line}\n" for line in lines), "mktree", "--missing")

    def path(names: str, mode: str, hash_: str) -> str:
        *folders, last = names.split("/")
        made = tree((mode, hash_, last))
        for each in reversed(folders):
            made = tree(("040000", made, each))
        return made

    bomb = tree(*(("100644", blob, f"{n}.json") for n in range(10)))
    for _ in range(9):
        bomb = tree(*(("040000", bomb, str(n)) for n in range(10)))
    hostile = [
        path("results/records/../../.git/hooks/x.json", "100644", hook),
        path("results/.git/hooks/pre-push", "100755", hook),
        path("results/GIT~1/x.json", "100644", blob),
        path("results/link.json", "120000", hook),
        path("results/records", "120000", hook),
        path("results/other.json", "160000", commit),
        path("results/" + "d/" * 200 + "x.json", "100644", blob),
        path("results/hook", "100755", hook),
        path("results/a.json", "100644", hook),
        path("results/a.json", "100644", "1" * 40),
        tree(("040000", bomb, "results")),
    ]
    other = cloned(tmp_path / "two", origin)
    before = snapshot(other.folder)
    for number, made in enumerate(hostile):
        where = project.git("commit-tree", made, "-m", "x")
        shutil.rmtree(origin / "objects")  # as a server that checks nothing has it
        shutil.copytree(project.folder / ".git/objects", origin / "objects")
        (origin / "refs/heads/unladen-results").write_text(f"{where}\n")
        (origin / "packed-refs").unlink(missing_ok=True)
        code, text = inside(other, "--restore", "--folder", "results")
        assert code == 4, (number, text)
        assert snapshot(other.folder) == before, number
    fine = path("results/records/ci/exec.json", "100755", blob)
    where = project.git("commit-tree", fine, "-m", "x")
    shutil.copytree(project.folder / ".git/objects", origin / "objects", dirs_exist_ok=True)
    (origin / "refs/heads/unladen-results").write_text(f"{where}\n")
    assert told(other, "--restore", count=1)["written"] == 1
    mode = (other.folder / "results/records/ci/exec.json").stat().st_mode
    assert mode & 0o777 == 0o644


def test_the_command_that_is_printed_removes_a_refused_file(
    project: Project, origin: Path, tmp_path: Path
) -> None:
    project.write("results/a.json", "{}")
    said(project)
    writer = cloned(tmp_path / "writer", origin)
    writer.git("checkout", "-q", "unladen-results")
    writer.write("results/it's bad.json", "this is no JSON")
    writer.git("add", "-A")
    writer.git("commit", "-q", "-m", "bad")
    writer.git("push", "-q", "origin", "HEAD:unladen-results")
    refused = said(project, "unladen-results", "--restore", code=4)
    command = refused.partition("next: ")[2].strip()
    subprocess.run(command, shell=True, cwd=tmp_path, check=True, capture_output=True)
    os.unlink(project.folder / "results" / "a.json")
    assert told(project, "unladen-results", "--restore", count=1)["written"] == 1
