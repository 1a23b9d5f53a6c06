"""wheel file -> what is in it: a digest of its code, its top-level packages, compiled or not."""

import hashlib
import re
import zipfile
from dataclasses import dataclass
from pathlib import Path

from unladen.tools.foreign import reading

EXTRA = re.compile(r";.*\bextra\s*==")
COMPILED = (".so", ".pyd", ".dylib")


@dataclass(frozen=True, slots=True)
class Wheel:
    path: Path
    digest: str
    packages: tuple[str, ...]
    compiled: bool


def read_wheel(path: Path) -> Wheel:
    """Two commits whose wheels have one digest run the same code: comments and documentation in
    the package's description do not count, every installed file does."""
    digest = hashlib.sha256()
    packages: set[str] = set()
    compiled = False
    with (
        reading(str(path), "rm -r .asv/unladen/wheels, and the same command"),
        zipfile.ZipFile(path) as archive,
    ):
        for name in sorted(archive.namelist()):
            top, _, rest = name.partition("/")
            if top.endswith(".dist-info"):
                if rest not in ("METADATA", "entry_points.txt"):
                    continue
                content = _requirements(archive.read(name))
                name = rest
            else:
                content = archive.read(name)
                packages.add(top.removesuffix(".py"))
            compiled = compiled or name.endswith(COMPILED)
            digest.update(f"{name} {hashlib.sha256(content).hexdigest()}\n".encode())
    return Wheel(path, digest.hexdigest(), tuple(sorted(packages)), compiled)


def files_of(wheel: Wheel) -> dict[str, bytes]:
    """What is installed, by name; of what describes the package only what changes what is run."""
    found = {}
    with zipfile.ZipFile(wheel.path) as archive:
        for name in archive.namelist():
            top, _, rest = name.partition("/")
            if top.endswith(".dist-info"):
                if rest in ("METADATA", "entry_points.txt"):
                    content = archive.read(name)
                    found[rest] = _requirements(content) if rest == "METADATA" else content
            elif not name.endswith("/"):
                # the folder of data is named after the version
                inside = f".data/{rest}" if top.endswith(".data") else name
                found[inside] = archive.read(name)
    return found


def requirements_of(wheel: Wheel) -> list[str]:
    """What it needs of others, extras left out."""
    described = files_of(wheel).get("METADATA", b"").decode("utf-8", "replace").splitlines()
    asked = (
        line.partition(":")[2].strip() for line in described if line.startswith("Requires-Dist:")
    )
    return [each for each in asked if not EXTRA.search(each)]


def _requirements(metadata: bytes) -> bytes:
    """Of a METADATA file the lines that change what is run; the description is prose."""
    head = metadata.partition(b"\n\n")[0].splitlines()
    return b"\n".join(line for line in head if line.startswith((b"Requires", b"Provides", b"Name")))


def extract(wheel: Wheel, folder: Path) -> Path:
    """The wheel's files below a folder of their own, made once."""
    place = folder / wheel.digest[:16]
    if not place.is_dir():
        with zipfile.ZipFile(wheel.path) as archive:
            archive.extractall(place)
    return place
