"""the installed unladen -> the words by which pip installs the same one elsewhere.

Its name alone will not do: no package index has it, so whoever registers it there would run code
in each job that asks for the name. pip notes where it installed from instead (direct_url.json).
"""

import json
import re
import subprocess
from collections.abc import Mapping
from importlib.metadata import distributions
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit, urlunsplit

from unladen.errors import ConfigError

NEXT = "unladen init --install git+https://HOST/OWNER/unladen@COMMIT   (--ci none: no workflow)"
COMMIT = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
DIGEST = re.compile(r"[0-9a-f]{64}")
REMOTE = ("https", "http", "ssh", "git")
SHORT_SSH = re.compile(r"(?P<who>[\w.-]+@[\w.-]+):(?P<path>[^/:][^:]*)")
LOCAL = re.compile(r"[/~]|file:|[a-z]+\+file:", re.IGNORECASE)
WITH_SECRET = re.compile(
    r"://[^/@]*:[^/@]*@|://[^/@]+@(?<!://git@)"
    r"|[?&][\w.-]*(?:token|secret|passw|sig|key)[\w.-]*=",
    re.IGNORECASE,
)


def requirement() -> str:
    """What pip is to be given; ConfigError where that cannot be known."""
    told = _direct_url()
    if told is None:
        raise ConfigError("where this unladen was installed from is not known", NEXT)
    try:
        return _of(str(told["url"]), told)
    except ValueError as error:  # no address at all
        raise ConfigError("where this unladen was installed from makes no sense", NEXT) from error


def _of(url: str, told: Mapping[str, Any]) -> str:
    if "vcs_info" in told:
        return _of_repository(url, told["vcs_info"], str(told.get("subdirectory") or ""))
    if "archive_info" in told:
        return _of_archive(url, told["archive_info"])
    return _of_folder(Path(unquote(urlsplit(url).path)))


def asked(words: str) -> str:
    """What somebody gives pip, if it may stand in a workflow that others read."""
    if not words.isprintable() or not words.strip() or words.strip().startswith("-"):
        raise ConfigError("--install takes one requirement of pip's", NEXT)
    if WITH_SECRET.search(words):
        what = "--install has a password or a token in its address, and a workflow is no secret"
        raise ConfigError(what, NEXT)
    if LOCAL.match(words.strip()):
        raise ConfigError(f"CI cannot reach {words.strip()[:200]}, a folder of this machine", NEXT)
    return words.strip()


def _direct_url() -> Mapping[str, Any] | None:
    for found in distributions(name="unladen"):
        try:
            told = json.loads(found.read_text("direct_url.json") or "null")
        except (OSError, ValueError, RecursionError):
            continue
        if isinstance(told, dict) and isinstance(told.get("url"), str):
            return told
    return None


def _of_repository(url: str, told: Any, subdirectory: str = "") -> str:
    info = told if isinstance(told, dict) else {}
    vcs, commit = str(info.get("vcs", "")), str(info.get("commit_id", ""))
    if not re.fullmatch(r"git|hg|bzr|svn", vcs) or not re.fullmatch(r"[\w.-]+", commit):
        raise ConfigError("where this unladen was installed from makes no sense", NEXT)
    inside = f"#subdirectory={subdirectory}" if subdirectory else ""
    return asked(f"{vcs}+{_address(url)}@{commit}{inside}")


def _of_archive(url: str, told: Any) -> str:
    info = told if isinstance(told, dict) else {}
    hashes = info.get("hashes")
    sha256 = str(hashes.get("sha256", "")) if isinstance(hashes, dict) else ""
    sha256 = sha256 or str(info.get("hash", "")).removeprefix("sha256=")
    return asked(_address(url) + (f"#sha256={sha256}" if DIGEST.fullmatch(sha256) else ""))


def _of_folder(folder: Path) -> str:
    """Of a clone that somebody else can make, too."""
    url = _git(folder, "config", "--get", "remote.origin.url")
    if short := SHORT_SSH.fullmatch(url):
        url = f"ssh://{short['who']}/{short['path']}"
    commit = _git(folder, "rev-parse", "HEAD")
    if urlsplit(url).scheme not in REMOTE or not COMMIT.fullmatch(commit):
        what = f"this unladen was installed from {folder}, which CI cannot reach"
        raise ConfigError(what, NEXT)
    if not _git(folder, "branch", "-r", "--contains", commit):
        what = f"this unladen was installed from {folder}, whose last commit is not pushed"
        raise ConfigError(what, f"git -C {folder} push, or {NEXT}")
    return _of_repository(url, {"vcs": "git", "commit_id": commit})


def _address(url: str) -> str:
    """Without what may be a secret: a user (but for the `git` of ssh), a password, a query."""
    parts = urlsplit(url)
    if parts.scheme not in REMOTE:
        raise ConfigError(f"this unladen was installed from {parts.path}: CI cannot reach it", NEXT)
    host = parts.hostname or ""
    user = "git@" if parts.scheme == "ssh" and parts.username == "git" else ""
    port = f":{parts.port}" if parts.port else ""
    return urlunsplit((parts.scheme, f"{user}{host}{port}", parts.path, "", ""))


def _git(folder: Path, *words: str) -> str:
    """The address of the clone in this folder; empty if there is none."""
    if not (folder / ".git").exists():
        return ""
    command = ["git", "-C", str(folder), *words]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    return done.stdout.strip() if done.returncode == 0 else ""
