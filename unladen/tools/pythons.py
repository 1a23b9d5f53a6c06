"""this machine -> interpreters of a version that are not on the path: pyenv's, and the system's."""

import os
import re
from pathlib import Path

PLACES = ("~/.pyenv/versions", "/opt/pyenv/versions", "/opt/python")


def folders(version: str) -> list[Path]:
    """Folders with a `python3.12`, newest first."""
    fitting = re.compile(rf"{re.escape(version)}(\.\d+)?$")
    found = []
    for place in PLACES:
        root = Path(place).expanduser()
        if root.is_dir():
            found += [path / "bin" for path in root.iterdir() if fitting.match(path.name)]
    return sorted((p for p in found if (p / f"python{version}").exists()), reverse=True)


def on_path(version: str) -> bool:
    """Put it on the path of this process, so that asv finds it; False if there is none."""
    there = folders(version)
    if there:
        os.environ["PATH"] = f"{there[0]}{os.pathsep}{os.environ.get('PATH', '')}"
        return True
    return any(
        (Path(folder) / f"python{version}").exists()
        for folder in os.environ.get("PATH", "").split(os.pathsep)
        if folder and "shims" not in folder
    )
