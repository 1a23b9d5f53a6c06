"""a name that git does not know here -> the command after which it does.

A clone of one commit of one branch, as machines of CI make them, gets the rest of that branch by
`git fetch --unshallow`, and still not the branch that it is to be compared with. Where the remote
can be asked, it is asked what the name is; nobody is asked for a password.
"""

import os
import re
import shlex
import subprocess
from collections.abc import Mapping
from pathlib import Path

from unladen.errors import UnladenError
from unladen.tools.git import HASH, Git

STEPS_BACK = re.compile(r"(?:[~^]\d*|\^\{\w*\}|@\{[^}]*\})+$")
SHORT_HASH = re.compile(r"[0-9a-f]{7,63}")
VERSION = re.compile(r"v?\d+(\.\d+)+\S*")
SECONDS = 10
FORGES = {
    "GITHUB_ACTIONS": "in the workflow: actions/checkout with fetch-depth: 0",
    "GITLAB_CI": 'in .gitlab-ci.yml: variables: {GIT_DEPTH: "0"}',
}
HERE = "git log --oneline --all shows what is there"


def command_for(git: Git, folder: Path, name: str) -> str:
    """One command, to be copied; and where that is written down once for all, on a CI machine."""
    if not git.top():  # a mirror of asv's
        return f"git -C {shlex.quote(str(folder))} fetch"
    shallow = git.shallow()
    plain = STEPS_BACK.sub("", name) or "HEAD"
    command = _fetch(git, folder, plain, shallow)
    told = next((told for forge, told in FORGES.items() if os.environ.get(forge)), "")
    return f"{command}   ({told})" if told and shallow else command


def _fetch(git: Git, folder: Path, name: str, shallow: bool) -> str:
    remotes = git.remotes()
    if not remotes:
        return HERE
    fetch = ["git", "fetch", "--unshallow"] if shallow else ["git", "fetch"]
    usual = "origin" if "origin" in remotes else next(iter(remotes))
    if _is_known(git, name):  # then it is what came before that is missing
        return shlex.join([*fetch, usual]) if shallow else HERE
    owner, slash, branch = name.partition("/")
    if slash and owner in remotes:
        return shlex.join([*fetch, owner, f"+refs/heads/{branch}:refs/remotes/{owner}/{branch}"])
    for remote in sorted(remotes, key=lambda each: each != usual):
        if refspec := _refspec(name, _refs_of(folder, remote, name)):
            return shlex.join([*fetch, remote, refspec])
    if SHORT_HASH.fullmatch(name):
        return shlex.join([*fetch, usual, f"+refs/heads/*:refs/remotes/{usual}/*"])
    if slash and owner in ("upstream", "origin"):
        return f"git remote add {shlex.quote(owner)} ADDRESS && " + shlex.join(
            [*fetch, owner, f"+refs/heads/{branch}:refs/remotes/{owner}/{branch}"]
        )
    return f"git branch -r, git tag, and git ls-remote {shlex.quote(usual)} show what there is"


def _refspec(name: str, there: Mapping[str, str] | None) -> str:
    """As what the remote has; as what it looks like, where that cannot be asked."""
    if HASH.fullmatch(name):
        return name
    if there is None and not SHORT_HASH.fullmatch(name) and "/" not in name:
        there = {f"refs/{'tags' if VERSION.fullmatch(name) else 'heads'}/{name}": ""}
    for full in (name, f"refs/tags/{name}", f"refs/heads/{name}"):
        if full in (there or {}):
            return f"+{full}:{full}"
    return ""


def _refs_of(folder: Path, remote: str, name: str) -> dict[str, str] | None:
    """Of this name; None where the remote does not answer."""
    quiet = {"GIT_TERMINAL_PROMPT": "0", "GIT_ASKPASS": "true", "SSH_ASKPASS": "true"}
    quiet["GIT_SSH_COMMAND"] = os.environ.get("GIT_SSH_COMMAND", "ssh -oBatchMode=yes")
    command = ["git", "-C", str(folder), "ls-remote", "--", remote, name]
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            env={**os.environ, **quiet},
            timeout=SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    if done.returncode:
        return None
    rows = (line.partition("\t") for line in done.stdout.decode(errors="replace").splitlines())
    return {ref: hash_ for hash_, _, ref in rows if not ref.endswith("^{}")}


def _is_known(git: Git, name: str) -> bool:
    try:
        git.command("rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")
    except UnladenError:
        return False
    return True
