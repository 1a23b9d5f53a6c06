"""unladen gate on projects that we did not write, with their own asv suites, unchanged.

    python -m tests.quality.strangers                 all of them, about five minutes
    python -m tests.quality.strangers pydicom --keep /tmp/pydicom

Two releases of each are taken from the package index as they were published, committed one after
the other to a new git repository, and compared. Nothing in them is touched.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.parse
import urllib.request
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Stranger:
    name: str
    old: str
    new: str
    folder: str
    select: str


STRANGERS = {
    each.name: each
    for each in (
        Stranger("pydicom", "3.0.1", "3.0.2", ".", "bench_nested_seq"),
        Stranger("pysindy", "2.0.0", "2.1.0", "asv_bench", "."),
        Stranger("xarray", "2026.7.0", "2026.9.0", "asv_bench", r"repr\.|renaming|accessors"),
    )
}


def index() -> str:
    """The package index that pip is set to use."""
    words = [sys.executable, "-m", "pip", "config", "get", "global.index-url"]
    told = subprocess.run(words, capture_output=True, text=True, check=False).stdout.strip()
    if told or os.environ.get("PIP_INDEX_URL"):
        return told or os.environ["PIP_INDEX_URL"]
    from pip._internal.models.index import PyPI

    return str(PyPI.simple_url)


def unpack(name: str, version: str, folder: Path) -> None:
    """A release's own archive, without its topmost folder."""
    base = f"{index().rstrip('/')}/{name}/"
    page = urllib.request.urlopen(base, timeout=60).read().decode()
    links = re.findall(r'href="([^"]+\.tar\.gz)[#"]', page)
    link = next(each for each in links if each.endswith(f"-{version}.tar.gz"))
    content = urllib.request.urlopen(urllib.parse.urljoin(base, link), timeout=120).read()
    with tempfile.TemporaryDirectory() as place:
        subprocess.run(["tar", "-xz", "-C", place], input=content, check=True)
        (top,) = Path(place).iterdir()
        shutil.copytree(top, folder, dirs_exist_ok=True)


def repository(stranger: Stranger, folder: Path) -> None:
    def git(*words: str) -> None:
        subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True)

    folder.mkdir(parents=True)
    git("init", "-q", "-b", "main")
    git("config", "user.name", "nobody")
    git("config", "user.email", "nobody@example.org")
    for version in (stranger.old, stranger.new):
        for path in folder.iterdir():
            if path.name != ".git":
                shutil.rmtree(path) if path.is_dir() else path.unlink()
        unpack(stranger.name, version, folder)
        git("add", "-A", "-f")
        git("commit", "-qm", f"{stranger.name} {version}")
        git("tag", f"v{version}")


def gate(stranger: Stranger, folder: Path, budget: int) -> int:
    words = [f"v{stranger.old}", f"v{stranger.new}", "-b", stranger.select, "--budget", str(budget)]
    print(f"\n$ unladen gate {' '.join(words)}    # in {stranger.name}", flush=True)
    command = [sys.executable, "-m", "unladen", "gate", *words, "-q"]
    return subprocess.run(command, cwd=folder / stranger.folder, check=False).returncode


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(STRANGERS))
    parser.add_argument("--budget", type=int, default=90)
    parser.add_argument("--keep", type=Path, help="leave the repositories in this folder")
    words = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        for name in words.names or STRANGERS:
            folder = (words.keep or Path(place)) / name
            if not folder.exists():
                repository(STRANGERS[name], folder)
            code = gate(STRANGERS[name], folder, words.budget)
            print(f"exit {code}", flush=True)


if __name__ == "__main__":
    main()
