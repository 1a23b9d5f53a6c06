"""Both distributions: built twice to the same bytes, and installed in clean environments.

    python -m tests.quality.packaging build [DIST]      wheels, sdists, sums, bills of materials
    python -m tests.quality.packaging install [DIST]    with the lowest and newest of what they need
    python -m tests.quality.packaging install --python 3.12 --resolution lowest-direct --demo

What is built is the last commit, without what lies around. `--demo` ends each installation of
unladen with `unladen demo`, outside of any project: environments, builds, counts and timings by
what was installed.
"""

import argparse
import gzip
import hashlib
import io
import json
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import time
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from unladen.tools import pythons

ROOT = Path(__file__).parents[2]
DISTRIBUTIONS = {"unladen": ".", "arc-solver": "arc_solver"}
PYTHONS = ("3.11", "3.12", "3.13")
RESOLUTIONS = ("lowest-direct", "highest")
VENDORED = ROOT / "unladen" / "site" / "static" / "vendor" / "README.md"
IMPORT_ALL = """\
import importlib, pkgutil, sys, warnings
warnings.simplefilter("error")
package = importlib.import_module(sys.argv[1])
names = [m.name for m in pkgutil.walk_packages(package.__path__, package.__name__ + ".")]
left = {"unladen.probe", "unladen.tools.dask"}
for name in names:
    if not name.endswith("__main__") and not any(name.startswith(each) for each in left):
        importlib.import_module(name)
print(len(names), package.__version__)
"""


def ran(program: str | Path, *words: str | Path, cwd: Path = ROOT, **variables: str) -> str:
    """A program without a folder is the one beside this Python, if there is one."""
    beside = Path(sys.executable).parent / program
    done = subprocess.run(
        [str(word) for word in (beside if beside.exists() else program, *words)],
        cwd=cwd,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        said = f"exit {done.returncode}\n{done.stdout}{done.stderr}"
        raise SystemExit(f"{program} {' '.join(map(str, words))}: {said}")
    return done.stdout


def exported(place: Path) -> Path:
    """The last commit's files, as any clone has them."""
    place.mkdir()
    archive = subprocess.run(
        ["git", "archive", "--format=tar", "HEAD"], cwd=ROOT, check=True, capture_output=True
    ).stdout
    subprocess.run(["tar", "-x", "-C", place], input=archive, check=True)
    return place


def built(source: Path, target: Path, epoch: int) -> dict[str, str]:
    """The wheel is made of the source distribution, so that this has all that it needs."""
    os.umask(0o022)
    python = sys.executable
    for folder in DISTRIBUTIONS.values():
        words = ("-m", "build", "--installer", "uv", "--outdir", target, source / folder)
        ran(python, *words, cwd=source, SOURCE_DATE_EPOCH=str(epoch))
    for path in target.glob("*.tar.gz"):
        path.write_bytes(normalised(path.read_bytes(), epoch))
    return {path.name: sha256(path.read_bytes()) for path in sorted(target.iterdir())}


def normalised(content: bytes, epoch: int) -> bytes:
    """setuptools writes into an archive when, by whom and in which order: what is in it stays."""
    plain = io.BytesIO()
    with (
        tarfile.open(fileobj=io.BytesIO(content)) as old,
        tarfile.open(fileobj=plain, mode="w", format=tarfile.PAX_FORMAT) as new,
    ):
        for member in sorted(old.getmembers(), key=lambda each: each.name):
            data = old.extractfile(member) if member.isfile() else None
            member.mtime, member.uid, member.gid = epoch, 0, 0
            member.uname = member.gname = ""
            member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
            member.pax_headers = {}
            new.addfile(member, data)
    packed = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", fileobj=packed, mtime=epoch) as file:
        file.write(plain.getvalue())
    return packed.getvalue()


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def vendored() -> list[dict[str, Any]]:
    """Code of others in unladen's wheel: from the table that `tests/browser` holds to the files."""
    found: dict[str, dict[str, Any]] = {}
    row = re.compile(
        r"\| (\S+\.(?:js|css)) \| (\S+) \| (\S+) \| (\S+) \((\S+)\) \| ([0-9a-f]{64}) \|"
    )
    for file, package, version, licence, _, digest in row.findall(VENDORED.read_text("utf-8")):
        component = found.setdefault(
            package,
            {
                "type": "library",
                "bom-ref": f"vendored:{package}@{version}",
                "name": package,
                "version": version,
                "purl": f"pkg:npm/{package}@{version}",
                "licenses": [{"license": {"id": licence}}],
                "properties": [],
            },
        )
        place = f"unladen/site/static/vendor/{file}"
        component["properties"].append(
            {"name": f"unladen:file:{place}", "value": f"sha256:{digest}"}
        )
    return list(found.values())


def bill(name: str, python: Path, source: Path, wheel: Path) -> str:
    """Of an environment in which one distribution is installed, and of what it ships of others."""
    pyproject = source / DISTRIBUTIONS[name] / "pyproject.toml"
    words = ["environment", "--pyproject", str(pyproject), "--mc-type", "library", "--of", "JSON"]
    told = ran("cyclonedx-py", *words, "--output-reproducible", "--sv", "1.6", python)
    found: dict[str, Any] = json.loads(told)
    component = found["metadata"]["component"]
    component["version"] = wheel.name.split("-")[1]
    component["hashes"] = [{"alg": "SHA-256", "content": sha256(wheel.read_bytes())}]
    if name == "unladen":
        found["components"] += vendored()
    text = json.dumps(found, indent=1) + "\n"
    _check_bill(text)
    return text


def _check_bill(text: str) -> None:
    from cyclonedx.schema import SchemaVersion
    from cyclonedx.validation.json import JsonStrictValidator

    if problem := JsonStrictValidator(SchemaVersion.V1_6).validate_str(text):
        raise SystemExit(f"the bill of materials is none: {problem}")


def build(target: Path) -> None:
    epoch = int(ran("git", "log", "-1", "--format=%ct"))
    with tempfile.TemporaryDirectory() as place:
        sums = []
        for turn in ("first", "second"):
            out = target if turn == "first" else Path(place) / "again"
            out.mkdir(parents=True, exist_ok=True)
            for old in out.iterdir():
                old.unlink()
            sums.append(built(exported(Path(place) / turn), out, epoch))
            time.sleep(1.1)  # a clock that moved on must not show
        if sums[0] != sums[1]:
            differing = [name for name in sums[0] if sums[0][name] != sums[1].get(name)]
            raise SystemExit(f"built twice, and not the same: {', '.join(differing)}")
        for name in DISTRIBUTIONS:
            python = environment(Path(place) / f"bom-{name}", PYTHONS[0])
            wheel = wheel_of(target, name)
            installed(python, wheel, "highest")
            text = bill(name, python, Path(place) / "first", wheel)
            (target / f"{name}.cdx.json").write_text(text)
    listed = "".join(f"{digest}  {name}\n" for name, digest in sums[0].items())
    (target / "SHA256SUMS").write_text(listed)
    print(f"{target}: built twice, the same bytes\n{listed}", end="")


def wheel_of(target: Path, name: str) -> Path:
    found = sorted(target.glob(f"{name.replace('-', '_')}-*.whl"))
    if len(found) != 1:
        raise SystemExit(
            f"{target} has no wheel of {name}: python -m tests.quality.packaging build"
        )
    return found[0]


def environment(place: Path, version: str) -> Path:
    if not pythons.interpreter(version):
        raise SystemExit(f"Python {version} is not here: pyenv install {version}")
    ran("uv", "venv", "--quiet", "--python", version, place)
    return place / "bin" / "python"


def installed(python: Path, wheel: Path, resolution: str) -> Mapping[str, str]:
    words = ("--resolution", resolution, "--python", python, "--only-binary", ":all:")
    name = wheel.name.split("-")[0].replace("_", "-")
    ran("uv", "pip", "install", "--quiet", *words, wheel.resolve(), *asked_for(name))
    listed = json.loads(ran("uv", "pip", "list", "--format", "json", "--python", python))
    return {each["name"]: each["version"] for each in listed}


def tried(name: str, python: Path, demo: bool) -> Iterator[str]:
    """What a user would do first, by what is installed and nothing else."""
    with tempfile.TemporaryDirectory() as nowhere:
        place = Path(nowhere)
        count, version = ran(
            python, "-I", "-c", IMPORT_ALL, name.replace("-", "_"), cwd=place
        ).split()
        yield f"{version}, {count} modules"
        ran(python.parent / name, "--help", cwd=place)
        if name == "arc-solver":
            ran(python.parent / name, "solve", "67a3c6ac", cwd=place)
            yield "solves"
        elif demo:
            began = time.monotonic()
            told = json.loads(ran(python.parent / name, "demo", "-q", "--json", cwd=place))
            if not told["found"]:
                raise SystemExit(f"the demo found nothing: {told}")
            yield f"demo found it, {time.monotonic() - began:.0f} s"


def install(target: Path, asked: argparse.Namespace) -> None:
    for version in asked.python or PYTHONS:
        for resolution in asked.resolution or RESOLUTIONS:
            for name in DISTRIBUTIONS:
                with tempfile.TemporaryDirectory() as place:
                    python = environment(Path(place) / "venv", version)
                    found = installed(python, wheel_of(target, name), resolution)
                    said = ", ".join(tried(name, python, asked.demo))
                    there = " ".join(f"{key} {found[key]}" for key in needed(name) if key in found)
                    print(f"Python {version}, {resolution}: {name} {said}\n  {there}", flush=True)


def needed(name: str) -> list[str]:
    """What it asks for itself, by name."""
    names = (re.split(r"[^\w.-]", each)[0] for each in asked_for(name))
    return [each.lower().replace("_", "-") for each in names]


def asked_for(name: str) -> list[str]:
    """Only what is asked for by name is taken in its lowest version; the rest follows."""
    path = ROOT / DISTRIBUTIONS[name] / "pyproject.toml"
    found: list[str] = tomllib.loads(path.read_text())["project"]["dependencies"]
    return found


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("what", choices=("build", "install"))
    parser.add_argument("dist", nargs="?", type=Path, default=ROOT / "dist")
    parser.add_argument("--python", action="append", choices=PYTHONS)
    parser.add_argument("--resolution", action="append", choices=RESOLUTIONS)
    parser.add_argument("--demo", action="store_true")
    asked = parser.parse_args(words)
    if asked.what == "build":
        build(asked.dist.resolve())
    else:
        install(asked.dist.resolve(), asked)


if __name__ == "__main__":
    main()
