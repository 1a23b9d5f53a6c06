"""Where this unladen came from: what a workflow installs is that, and never a name or a secret."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from unladen.errors import ConfigError
from unladen.tools import origin

COMMIT = "0123456789abcdef0123456789abcdef01234567"
DIGEST = "a" * 64
GIT = {"vcs": "git", "commit_id": COMMIT, "requested_revision": "main"}


class Installed:
    def __init__(self, text: str | None) -> None:
        self.text = text

    def read_text(self, name: str) -> str | None:
        assert name == "direct_url.json"
        return self.text


def installed(monkeypatch: pytest.MonkeyPatch, *texts: str | None) -> None:
    found = [Installed(each) for each in texts]
    monkeypatch.setattr(origin, "distributions", lambda **_: found)


def from_url(monkeypatch: pytest.MonkeyPatch, url: str, **told: Any) -> str:
    installed(monkeypatch, None, json.dumps({"url": url, **told}))
    return origin.requirement()


def test_a_commit_of_a_repository_is_named_without_any_secret(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    end = f"git.example/o/unladen@{COMMIT}"
    for url, wanted in {
        "https://git.example/o/unladen": f"git+https://{end}",
        "https://me:t0ken@git.example/o/unladen": f"git+https://{end}",
        "https://t0ken@git.example/o/unladen?private_token=t0ken#t0ken": f"git+https://{end}",
        "ssh://git@git.example/o/unladen": f"git+ssh://git@{end}",
        "ssh://git:t0ken@git.example:22/o/unladen": f"git+ssh://git@git.example:22/{end[12:]}",
    }.items():
        assert from_url(monkeypatch, url, vcs_info=GIT) == wanted
    inside = from_url(monkeypatch, "https://h/o/x", vcs_info=GIT, subdirectory="tools/unladen")
    assert inside == f"git+https://h/o/x@{COMMIT}#subdirectory=tools/unladen"


def test_an_archive_is_named_with_what_its_bytes_were(monkeypatch: pytest.MonkeyPatch) -> None:
    url = "https://files.example/unladen-1.whl"
    expected = f"{url}#sha256={DIGEST}"
    hashes = {"hashes": {"sha256": DIGEST}}
    assert from_url(monkeypatch, url, archive_info=hashes) == expected
    assert from_url(monkeypatch, url, archive_info={"hash": f"sha256={DIGEST}"}) == expected
    assert from_url(monkeypatch, f"{url}?sig=t0ken", archive_info={}) == url


@pytest.mark.parametrize(
    "told",
    [
        None,  # from an index, where nobody has the name
        "{",
        "[" * 100_000,
        json.dumps({"url": 3}),
        json.dumps({"url": "https://h/x", "vcs_info": {"vcs": "git", "commit_id": "a b"}}),
        json.dumps({"url": "https://h/x", "vcs_info": {"vcs": "sh;", "commit_id": COMMIT}}),
        json.dumps({"url": "file:///tmp/none", "dir_info": {"editable": True}}),
        json.dumps({"url": "file:///tmp/x.whl", "archive_info": {}}),
        json.dumps({"url": "file:///tmp/x", "vcs_info": GIT}),
        json.dumps({"url": "https://[h:x/y", "vcs_info": GIT}),
        json.dumps({"url": "https://h:port/y", "archive_info": {}}),
        json.dumps({"url": "https://h/x\n- run: evil", "vcs_info": GIT, "subdirectory": "a\nb"}),
    ],
)
def test_where_it_is_not_known_or_not_to_be_reached_it_is_asked_for(
    told: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed(monkeypatch, told)
    with pytest.raises(ConfigError) as caught:
        origin.requirement()
    assert "--install git+https://" in caught.value.fix


def test_a_clone_is_named_by_where_it_was_cloned_from(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def git(*words: str) -> str:
        own = ("-c", "user.name=a", "-c", "user.email=b")
        command = ["git", "-C", str(tmp_path), *own, *words]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

    git("init", "-q")
    git("commit", "-q", "--allow-empty", "-m", "x")
    git("remote", "add", "origin", "https://me:t0ken@git.example/o/unladen.git")
    with pytest.raises(ConfigError, match="not pushed"):
        from_url(monkeypatch, tmp_path.as_uri(), dir_info={"editable": True})
    head = git("rev-parse", "HEAD")
    git("update-ref", "refs/remotes/origin/main", "HEAD")
    wanted = f"git.example/o/unladen.git@{head}"
    assert from_url(monkeypatch, tmp_path.as_uri(), dir_info={}) == f"git+https://{wanted}"
    git("remote", "set-url", "origin", "git@git.example:o/unladen.git")
    assert from_url(monkeypatch, tmp_path.as_uri(), dir_info={}) == f"git+ssh://git@{wanted}"
    git("remote", "set-url", "origin", "/srv/unladen.git")
    with pytest.raises(ConfigError, match="CI cannot reach"):
        from_url(monkeypatch, tmp_path.as_uri(), dir_info={})


def test_what_is_asked_for_is_one_requirement_without_a_secret() -> None:
    for words in ("git+https://h/o/x@v1", f"https://h/x.whl#sha256={DIGEST}", "git+ssh://git@h/x"):
        assert origin.asked(f" {words} ") == words
    for words in ("", "-r x", "a\nb", "/tmp/x", "~/x", "file:///x", "git+file:///x"):
        with pytest.raises(ConfigError):
            origin.asked(words)
    for words in (
        "https://me:t0ken@h/x",
        "git+https://t0ken@h/x",
        "https://h/x?Private_Token=t0ken",
    ):
        with pytest.raises(ConfigError) as caught:
            origin.asked(words)
        assert "t0ken" not in str(caught.value)
