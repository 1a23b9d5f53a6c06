"""revision names -> Commits. Names come from strangers: never a shell, never an option."""

import re
import subprocess
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path

from unladen.errors import ToolError, UnknownRevision, UnladenError
from unladen.model import Commit
from unladen.tools.foreign import MEGABYTE, bounded_bytes
from unladen.tools.marked_lines import has_ours, without_lines

FORMAT = "%H%x00%T%x00%ct%x00%s"
HASH = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
HUNK = re.compile(r"@@ -\S+ \+(\d+)(?:,(\d+))? @@")


class Git:
    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def _run(self, *words: str, given: str | None = None, fine: Sequence[int] = (0,)) -> str:
        # without optional locks: `git status` would refresh the user's index in passing
        command = ["git", "--no-optional-locks", "-C", str(self._folder), *words]
        told = None if given is None else given.encode("utf-8", "replace")
        try:
            done = subprocess.run(command, capture_output=True, check=False, input=told)
        except FileNotFoundError:
            raise ToolError("git is not installed", "apt-get install git") from None
        if done.returncode not in fine:
            last = done.stderr.decode(errors="replace").strip().splitlines()[-1:]
            raise ToolError(f"git {words[0]}: {' '.join(last)}", "git status")
        return done.stdout.decode(errors="replace")

    def content(self, spec: str) -> bytes:
        """Of a file as it is kept, byte for byte."""
        command = ["git", "-C", str(self._folder), "cat-file", "blob", spec]
        done = subprocess.run(command, capture_output=True, check=False)
        if done.returncode:
            raise ToolError(f"git has no {spec}", "git fsck")
        return done.stdout

    def command(self, *words: str) -> str:
        """For modules of this folder, which know git's words."""
        return self._run(*words)

    def is_merge(self, commit: Commit) -> bool:
        return len(self._run("rev-list", "--parents", "-1", commit.hash).split()) > 2

    def is_repository(self) -> bool:
        try:
            self._run("rev-parse", "--git-dir")
        except ToolError:
            return False
        return True

    def shallow(self) -> bool:
        return self._run("rev-parse", "--is-shallow-repository").strip() == "true"

    def commit(self, name: str) -> Commit:
        spec = f"{name}^{{commit}}"
        try:
            full = self._run("rev-parse", "--verify", "--quiet", "--end-of-options", spec).strip()
        except ToolError:
            raise UnknownRevision(
                name, self.shallow(), partial(self.command_for_missing, name)
            ) from None
        return self._shown(full)

    def command_for_missing(self, name: str) -> str:
        """It brings the commit of this name, or what came before it."""
        from unladen.tools.git_missing import command_for

        return command_for(self, self._folder, name)

    def _shown(self, full: str) -> Commit:
        text = self._run("log", "-1", f"--format={FORMAT}", full, "--").rstrip("\n")
        hash_, tree, seconds, subject = text.split("\0", 3)
        return Commit(hash=hash_, tree=tree, seconds=int(seconds), subject=subject[:200])

    def range(self, spec: str) -> list[Commit]:
        """Oldest first, first parents only. One name means that one commit."""
        if ".." not in spec:
            return [self.commit(spec)]
        first, _, last = spec.replace("...", "..").partition("..")
        base, head = self.commit(first or "HEAD"), self.commit(last or "HEAD")
        text = self._run("rev-list", "--first-parent", "--reverse", f"{base.hash}..{head.hash}")
        return [base, *(self._shown(full) for full in text.split())]

    def merge_base(self, base: Commit, head: Commit) -> Commit | None:
        """The best common ancestor that is here."""
        found = self._run("merge-base", base.hash, head.hash, fine=(0, 1)).split()
        return self._shown(found[0]) if found else None

    def order(self, branch: str = "") -> dict[str, int]:
        """The place of each commit in history: after its parents, whatever its date says."""
        words = ["rev-list", "--topo-order", "--reverse"]
        try:
            full = self.commit(branch).hash if branch else "--all"
            hashes = self._run(*words, full, "--").split()
        except UnladenError:  # no such branch here, or no commit at all
            hashes = self._run(*words, "--all").split()
        return {hash_: place for place, hash_ in enumerate(hashes)}

    def first_parents(self, branch: str) -> list[str]:
        """Of a branch, the oldest first; nothing where it is not here."""
        try:
            tip = self.commit(branch).hash
        except UnladenError:
            return []
        return self._run("rev-list", "--first-parent", "--reverse", tip, "--").split()

    def commits(self, hashes: Iterable[str]) -> dict[str, Commit]:
        """Those that are here, by one process; hashes come from files of strangers."""
        told = self._told(hashes, FORMAT)
        return {
            hash_: Commit(hash=hash_, tree=tree, seconds=int(seconds), subject=subject[:200])
            for hash_, tree, seconds, subject in told
        }

    def authors_and_phases(self, hashes: Iterable[str]) -> dict[str, tuple[str, str]]:
        form = "%H%x00%an%x00%(trailers:key=Phase,valueonly,separator=%x2C)"
        told = self._told(hashes, form)
        return {hash_: (author[:100], phase.strip()[:40]) for hash_, author, phase in told}

    def phases(self, end: Commit) -> list[tuple[str, str, str]]:
        """Hash, phase and subject of all commits up to this one that declare one, oldest first."""
        form = "%H%x00%(trailers:key=Phase,valueonly,separator=%x2C)%x00%s%x01"
        words = ["log", "-i", "--grep=^phase:", "--reverse", "--topo-order", f"--format={form}"]
        text = self._run(*words, end.hash, "--")
        each = (line.strip("\n").split("\0", 2) for line in text.split("\x01") if "\0" in line)
        return [(hash_, phase.strip()[:40], said[:200]) for hash_, phase, said in each if phase]

    def claiming(self, hashes: Iterable[str]) -> set[str]:
        """Those of which the last paragraph has a phase or an expectation."""
        form = "%H%x00%(trailers:key=Phase,key=Expect,valueonly,separator=%x2C)"
        return {hash_ for hash_, told in self._told(hashes, form) if told.strip()}

    def _told(self, hashes: Iterable[str], form: str) -> list[list[str]]:
        """One line of fields a commit; `-z` keeps line breaks in subjects apart."""
        known = [each for each in hashes if HASH.fullmatch(each)]
        if not known:
            return []
        words = ["log", "--no-walk=unsorted", "--ignore-missing", "--stdin", f"--format={form}%x01"]
        text = self._run(*words, given="\n".join(known) + "\n")
        fields = form.count("%x00")
        lines = (line.strip("\n") for line in text.split("\x01"))
        return [line.split("\0", fields) for line in lines if line.count("\0") >= fields]

    def user(self) -> str:
        """Who commits here, by git's own settings."""
        return self._run("var", "GIT_AUTHOR_IDENT").rsplit(">", 1)[0].strip() + ">"

    def remote(self) -> str:
        try:
            return self._run("config", "--get", "remote.origin.url").strip()
        except ToolError:
            return ""

    def remotes(self) -> dict[str, str]:
        """Name -> where it is fetched from; none outside of a repository."""
        try:
            told = self._run("config", "-z", "--get-regexp", r"^remote\..*\.url$")
        except ToolError:
            return {}
        rows = (each.partition("\n") for each in told.split("\0") if each)
        return {key.removeprefix("remote.").removesuffix(".url"): url for key, _, url in rows}

    def tracks(self, folder: Path) -> bool:
        """Whether any file below a folder is in the index; not, where there is no repository."""
        try:
            return bool(self._run("ls-files", "-z", "--", str(folder)))
        except ToolError:
            return False

    def top(self) -> str:
        """The folder that paths on a forge are relative to; empty for a mirror."""
        try:
            return self._run("rev-parse", "--show-toplevel").strip()
        except ToolError:
            return ""

    def place_of(self, name: str) -> Path:
        """Where git keeps one of its own files, as `objects`; that of a linked worktree differs."""
        return (self._folder / self._run("rev-parse", "--git-path", name).rstrip("\n")).resolve()

    def changed_files(self, but: Sequence[Path] = ()) -> int:
        """Tracked files whose changes are not in HEAD; those in some folders do not count, nor what
        `unladen init` added to them."""
        told = self._run("status", "--porcelain", "--untracked-files=no", "-z")
        top = Path(self.top())
        names = [each[3:] for each in told.split("\0") if each]
        outside = [n for n in names if not any((top / n).is_relative_to(folder) for folder in but)]
        return sum(not self._has_only_our_lines(top / name, name) for name in outside)

    def _has_only_our_lines(self, path: Path, name: str) -> bool:
        try:
            text = bounded_bytes(path, MEGABYTE).decode("utf-8", "surrogateescape")
            if not has_ours(text):
                return False
            without = without_lines(text, force=True).text or ""
            return without.encode("utf-8", "surrogateescape") == self.content(f"HEAD:{name}")
        except (OSError, ValueError, UnladenError):
            return False

    def changed_lines(self, base: Commit, head: Commit) -> dict[str, set[int]]:
        """Lines of head's Python files that base does not have, by path in the repository."""
        words = ["--unified=0", "--no-color", "--no-ext-diff", "--no-renames", "--src-prefix=a/"]
        text = self._run("diff", *words, "--dst-prefix=b/", base.hash, head.hash, "--", "*.py")
        found: dict[str, set[int]] = {}
        file = ""
        for line in text.splitlines():
            if line.startswith("+++ "):
                file = line[6:] if line.startswith("+++ b/") else ""
            hunk = HUNK.match(line)
            if hunk and file:
                start, count = int(hunk[1]), int(hunk[2] or 1)
                found.setdefault(file, set()).update(range(start, start + count))
        return found

    def trailers(self, commit: Commit) -> list[tuple[str, str]]:
        """What a commit's author declares in its last paragraph."""
        return self.trailers_of(self._run("log", "-1", "--format=%B", commit.hash, "--"))

    def trailers_of(self, message: str) -> list[tuple[str, str]]:
        """The one reader of `Name: value` lines, git's own: of a message being written, with
        git's comments in it, and of one that was committed. Folded lines are one value."""
        told = self._run(
            *["-c", "trailer.separators=:", "interpret-trailers", "--parse", "--no-divider"],
            given=message,
        )
        pairs = (line.partition(":") for line in told.splitlines() if ":" in line)
        return [(name.strip(), value.strip()) for name, _, value in pairs]

    def parent(self, commit: Commit) -> Commit:
        return self.commit(f"{commit.hash}^")

    def text_of(self, commit: Commit, name: str) -> str:
        """A file as a commit has it; empty where it has none."""
        try:
            return self._run("show", f"{commit.hash}:{name}")
        except UnladenError:
            return ""

    def names_of(self, commit: Commit) -> list[str]:
        """Of all files that a commit has."""
        told = self._run("ls-tree", "-r", "-z", "--name-only", commit.hash)
        return [name for name in told.split("\0") if name]

    def tree_of(self, commit: Commit, folder: str) -> str:
        """The hash of a folder's content at a commit; empty if there is none."""
        try:
            return self._run("rev-parse", "--verify", "--quiet", f"{commit.hash}:{folder}").strip()
        except ToolError:
            return ""


def packed(repository: Path, commits: Sequence[str]) -> bytes:
    """All objects that these commits need, as one pack."""
    words = ["pack-objects", "--revs", "--stdout", "--delta-base-offset", "-q"]
    return _bytes(repository, words, "".join(f"{each}\n" for each in commits).encode())


def unpacked(repository: Path, pack: bytes) -> None:
    _bytes(repository, ["index-pack", "--stdin", "--fix-thin"], pack)


def refs_of(repository: Path) -> dict[str, str]:
    """Names of branches and tags, so that what is asked for by name is found elsewhere, too."""
    form = "%(refname)%00%(objectname)%00%(*objectname)"
    told = _bytes(repository, ["for-each-ref", f"--format={form}"], b"").decode(errors="replace")
    rows = [line.split("\0") for line in told.splitlines() if line.count("\0") == 2]
    return {name: peeled or own for name, own, peeled in rows}


def shallow_of(repository: Path) -> bytes:
    """Where a clone that has not all of history ends; empty for one that has."""
    told = _bytes(repository, ["rev-parse", "--git-path", "shallow"], b"").decode().strip()
    path = repository / told
    return path.read_bytes() if path.is_file() else b""


def _bytes(repository: Path, words: Sequence[str], given: bytes) -> bytes:
    command = ["git", "-C", str(repository), *words]
    done = subprocess.run(command, capture_output=True, check=False, input=given)
    if done.returncode:
        last = done.stderr.decode(errors="replace").strip().splitlines()[-1:]
        raise ToolError(f"git {words[0]}: {' '.join(last)}", "git fsck")
    return done.stdout
