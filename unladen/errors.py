"""What happened, what to do next, and the exit code: the one family that cli catches."""

import re
import shlex
from collections.abc import Callable, Sequence
from enum import IntEnum
from typing import ClassVar


class Exit(IntEnum):
    """One meaning each, for every verb (docs/unladen.md)."""

    PASS = 0
    SLOWER = 1
    FOUND = 1
    """By `check`."""
    USAGE = 2
    UNDECIDED = 3
    TOOL = 4
    BUG = 70
    HUNG_UP = 129
    INTERRUPTED = 130
    UNREAD = 141
    TERMINATED = 143

    @property
    def meaning(self) -> str:
        return MEANINGS[self]


MEANINGS = {
    Exit.PASS: "pass: nothing is slower, worse, failed or wrong by more than is allowed",
    Exit.SLOWER: "slower, worse, failed or wrong answers; or a flag that `fail-on` names;"
    " by `check`: something was found",
    Exit.USAGE: "usage: the words of the command line, or a setting, cannot mean what they say",
    Exit.UNDECIDED: "undecided: no pass, and no failure; it says what would decide",
    Exit.TOOL: "a tool failed: a build, git, the disk; or another run is in progress",
    Exit.BUG: "a bug of unladen",
    Exit.HUNG_UP: "stopped by the signal HUP; what was measured is kept",
    Exit.INTERRUPTED: "stopped by Ctrl-C; what was measured is kept",
    Exit.UNREAD: "nobody read on (`unladen show | head`)",
    Exit.TERMINATED: "stopped by the signal TERM; what was measured is kept",
}


class Stopped(KeyboardInterrupt):
    """By another signal than that of Ctrl-C, and as orderly."""

    def __init__(self, signal: int) -> None:
        super().__init__(signal)
        self.exit = Exit(128 + signal)


class UnladenError(Exception):
    exit: ClassVar[Exit] = Exit.USAGE

    def __init__(self, what: str, fix: str) -> None:
        super().__init__(what, fix)
        self.what = what
        self.fix = fix

    def __str__(self) -> str:
        return f"{self.what}\n  next: {self.fix}"


class ConfigError(UnladenError):
    """A table or a flag that cannot mean what it says."""


class NoProject(UnladenError):
    def __init__(self, folder: str, instead: Sequence[str] = ()) -> None:
        self.several = len(instead) > 1
        if self.several:
            what = f"{len(instead)} suites below {folder}: {', '.join(instead)[:200]}"
            super().__init__(what, f"cd {shlex.quote(instead[0])}   (or another of them)")
            return
        fix = f"cd {shlex.quote(instead[0])}" if instead else "unladen init says what to do"
        tests = "no test that asks for pytest-benchmark's fixture"
        super().__init__(f"no asv.conf.json, and {tests}, in {folder}", fix)


class NoRepository(UnladenError):
    """`git_dir` is the value of GIT_DIR that unladen was started with, and does not use."""

    def __init__(self, folder: str, git_dir: str = "") -> None:
        what = f"there is no git repository at {folder}"
        if git_dir:
            what += f"; unladen looks for it in the folder and does not use GIT_DIR={git_dir}"
        name = re.sub(r"/?\.git$", "", git_dir.rstrip("/")).rpartition("/")[2] or "project"
        clone = shlex.quote(f"../{name}-clone")
        elsewhere = f"git clone {shlex.quote(git_dir)} {clone} && cd {clone}"
        here = "git init && git add --all && git commit -m start"
        super().__init__(what, elsewhere if git_dir else here)


class NoTests(UnladenError):
    def __init__(self, folder: str) -> None:
        what = f"no test in {folder} asks for pytest-benchmark's fixture `benchmark`"
        super().__init__(what, "write one; or leave out `suite` in [tool.unladen]")


class UnknownRevision(UnladenError):
    def __init__(self, name: str, shallow: bool, command: Callable[[], str] | None = None) -> None:
        """What to do about it is found out when it is told: to ask a remote takes a while, and most
        names that are not here nobody needs."""
        clone = " in this shallow clone" if shallow else ""
        super().__init__(f"no commit {name!r}{clone}", "git log --oneline shows what is there")
        self._command = command

    def __str__(self) -> str:
        if self._command is not None:
            self.fix, self._command = self._command(), None
        return super().__str__()


class NoMergeBase(UnladenError):
    """Nobody can say where head left base."""

    def __init__(self, base: str, head: str, fix: str, shallow: bool = False) -> None:
        what = f"{base} and {head} have no common ancestor, and so {head} never left {base}"
        if shallow:
            what = f"this shallow clone does not show where {head} left {base}"
        super().__init__(what, fix)


class DoesNotCompile(UnladenError):
    """An edit that is not finished."""

    def __init__(self, where: str) -> None:
        super().__init__(where, "mend it and save")


class DirtyTree(UnladenError):
    def __init__(self, files: int) -> None:
        super().__init__(
            f"HEAD is asked for, but {files} tracked files have changes that would not be measured",
            "git commit (or git stash) first, or --ignore-dirty to measure the commit as it is",
        )


class EmptySelection(UnladenError):
    def __init__(self, what: str) -> None:
        super().__init__(what, "unladen show --benchmarks lists what is there")


class NoSuite(UnladenError):
    """None of it can be imported."""

    def __init__(self, problems: Sequence[str], with_pytest: bool = False) -> None:
        what = f"the suite cannot be imported: {problems[0][:300]}"
        missing = re.search(r"(?:No module named|could not import) '([\w.]+)'", " ".join(problems))
        package = missing[1].partition(".")[0] if missing else ""
        matrix = f'asv.conf.json: "matrix": {{"req": {{"{package}": [""]}}}}, if it is not there'
        setting = f'pyproject.toml: [tool.unladen] test-requirements = ["{package}"]'
        mend = "pytest --collect-only says more" if with_pytest else "asv check; mend the suite"
        super().__init__(what, (setting if with_pytest else matrix) if package else mend)


class Busy(UnladenError):
    """Two measurements at once would measure each other, and two builds write over each other."""

    exit = Exit.TOOL

    def __init__(self, who: str, doing: str = "measuring") -> None:
        super().__init__(f"another unladen is {doing} here ({who})", "wait for it, or stop it")


class ToolError(UnladenError):
    """An outside program failed: its command, its last lines, its log."""

    exit = Exit.TOOL


class NotLoaded(ToolError):
    """A worker could not import the suite, or not list it; `died` if its process ended."""

    def __init__(self, what: str, fix: str, died: bool = False) -> None:
        super().__init__(what, fix)
        self.died = died
        self.sides: tuple[int, ...] = ()
        """Which workers, where somebody started several."""


class BuildFailed(ToolError):
    def __init__(self, commit: str, last_lines: str) -> None:
        super().__init__(
            f"commit {commit} does not build:\n{last_lines}",
            f"git worktree add ../{commit} {commit} && pip wheel --no-deps ../{commit}",
        )
        self.commit = commit
        self.last_lines = last_lines


class DidNotRun(ToolError):
    """A benchmark that raises has no time: that is no difference of none."""

    exit = Exit.UNDECIDED


class NoSpace(ToolError):
    def __init__(self, folder: str, megabytes: int) -> None:
        super().__init__(
            f"only {megabytes} MB are free at {folder}", "make room: .asv/unladen may be deleted"
        )


class NotComparable(UnladenError):
    """Two records that are not about the same thing, or not from the same place."""

    exit = Exit.UNDECIDED


class NewerFile(UnladenError):
    """Written by a later unladen: it is left as it is, byte for byte."""

    exit = Exit.TOOL

    def __init__(self, what: str) -> None:
        super().__init__(
            what, "install a newer unladen from where this one came; the file was not touched"
        )


class NoRecord(UnladenError):
    exit = Exit.UNDECIDED

    def __init__(self, commit: str, machine: str) -> None:
        super().__init__(f"no record of {commit} on machine {machine}", f"unladen run {commit}")


def shown(value: object) -> str:
    """A stranger's value, short enough for a message. Python refuses to print some numbers."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):
        return f"a {type(value).__name__} that is too long to print"
    return text if len(text) <= 100 else f"{text[:97]}..."
