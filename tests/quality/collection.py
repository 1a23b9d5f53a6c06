"""A large asv collection: a git repository, results in asv's own files, and what is true of them.

    python -m tests.quality.collection /tmp/big --commits 992 --series 10615
    python -m tests.quality.collection /tmp/big --more 1
    python -m tests.quality.collection /tmp/small --noise synthetic

The noise is that of published histories (--data; not part of the repository) or of a generator.
Steps of known size are put into it, and stand in FOLDER/truth.json. The same words and seed make
the same bytes.
"""

import argparse
import json
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from tests.quality import collection_git as git
from tests.quality.collection_files import MACHINE, TABLES, Place, Row, result_file, shape
from tests.quality.collection_plan import Asked, Step, benchmarks, steps, truth
from tests.quality.noise import Noise, real, synthetic
from unladen.errors import UnladenError
from unladen.tools.files import replace

DATA = Path("../shared/data/pandas-asv")
IGNORED = "/results/\n/site/\n/asv-site/\n/unladen-site/\n/truth.json\n/.asv/\n"


def noise_of(asked: Asked) -> Noise:
    if asked.noise == "synthetic":
        return synthetic(asked.series, asked.seed)
    return real(Path(asked.data), asked.series, asked.seed)


def create(folder: Path, asked: Asked) -> None:
    """Under another name until it is whole: half a collection reads as one."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UnladenError(f"{folder} is not empty", f"rm -r {folder}, or add to it: --more 1")
    noise = noise_of(asked)
    folder.parent.mkdir(parents=True, exist_ok=True)
    part = Path(tempfile.mkdtemp(dir=folder.parent, prefix=f".{folder.name}."))
    try:
        files = {name: _pretty(content) for name, content in TABLES.items()}
        files |= {".gitignore": IGNORED, "benchmarks/__init__.py": ""}
        hashes = git.create(part, asked.commits, asked.seed, files)
        _write_tables(part, asked)
        _write_results(part, asked, noise, hashes, 0)
        _write_truth(part, asked, noise, hashes)
        part.chmod(0o755)
        os.replace(part, folder)
    except BaseException:
        shutil.rmtree(part, ignore_errors=True)
        raise


def extend(folder: Path, more: int) -> None:
    """So many commits more, each with its files; those that are there stay as they are."""
    try:
        asked = Asked(**json.loads((folder / "truth.json").read_text("utf-8"))["asked"])
    except FileNotFoundError:
        words = f"python -m tests.quality.collection {folder}"
        raise UnladenError(f"{folder} is no collection: no truth.json", words) from None
    noise = noise_of(asked)
    present = len(git.hashes(folder))
    hashes = git.extend(folder, more, asked.seed)
    _write_results(folder, asked, noise, hashes, present)
    _write_truth(folder, asked, noise, hashes)


def _write_tables(folder: Path, asked: Asked) -> None:
    place = folder / "results" / MACHINE["machine"]
    place.mkdir(parents=True)
    (place / "machine.json").write_text(_pretty(MACHINE | {"version": 1}), "utf-8")
    described: dict[str, object] = {each.name: each.described for each in benchmarks(asked)}
    path = folder / "results" / "benchmarks.json"
    path.write_text(_pretty(described | {"version": 2}), "utf-8")


def _write_truth(folder: Path, asked: Asked, noise: Noise, hashes: list[str]) -> None:
    hostile = [each for number, each in enumerate(hashes) if git.is_hostile(number)]
    told = truth(asked, hashes, hostile, noise.names)
    replace(folder / "truth.json", json.dumps(told, indent=1, ensure_ascii=False) + "\n")


def _write_results(folder: Path, asked: Asked, noise: Noise, hashes: list[str], first: int) -> None:
    """A commit at a time: of all values only the noise is in memory."""
    kept = shape(asked, benchmarks(asked), noise.levels)
    matrix = noise.rows(first, len(hashes))
    factors = _factors(asked, len(hashes), first)
    place = folder / "results" / MACHINE["machine"]
    shown = time.monotonic()
    for number in range(first, len(hashes)):
        factor = next(factors)
        values = (matrix[number - first] * kept.levels).reshape(asked.environments, -1)
        for environment, row in enumerate(values * factor):
            where = Place(
                hash=hashes[number], number=number, environment=environment, seed=asked.seed
            )
            _place(place / where.file_name, result_file(kept, where, row), whole=first > 0)
        if time.monotonic() - shown > 0.5:
            shown = time.monotonic()
            print(f"\r{number + 1} of {len(hashes)} commits", end="", file=sys.stderr, flush=True)
    print(f"\r{len(hashes)} of {len(hashes)} commits", file=sys.stderr)


def _place(path: Path, text: str, *, whole: bool) -> None:
    """A new collection gets its name at the end; to one that is read already, files come whole."""
    if whole:
        replace(path, text)
    else:
        path.write_text(text, "utf-8")


def _factors(asked: Asked, commits: int, first: int) -> Iterator[Row]:
    """What the steps so far have made of each series of an environment."""
    planted: dict[int, list[Step]] = {}
    for step in steps(asked):
        planted.setdefault(step.index, []).append(step)
    factor = np.ones(asked.columns)
    for number in range(commits):
        for step in planted.get(number, ()):
            factor[step.column] *= step.ratio
        if number >= first:
            yield factor


def _pretty(content: object) -> str:
    return json.dumps(content, indent=4, sort_keys=True)


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    made.add_argument("folder", type=Path)
    made.add_argument("--commits", type=_positive, default=100)
    made.add_argument("--benchmarks", type=_positive, help="default: a seventh of the series")
    made.add_argument("--series", type=_positive, default=300, help="of all environments")
    made.add_argument("--environments", type=_positive, default=1)
    made.add_argument("--noise", choices=("real", "synthetic"), default="real")
    made.add_argument("--data", type=Path, default=DATA, help="published histories")
    made.add_argument("--seed", type=int, default=1)
    made.add_argument("--more", type=_positive, metavar="N", help="add N commits to FOLDER")
    made.add_argument("--add-commit", dest="more", action="store_const", const=1)
    return made


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is less than 1")
    return number


def asked_for(words: argparse.Namespace) -> Asked:
    columns = words.series // words.environments
    asked = Asked(
        commits=words.commits,
        benchmarks=words.benchmarks or max(1, columns // 7),
        series=columns * words.environments,
        environments=words.environments,
        seed=words.seed,
        noise=words.noise,
        data=str(words.data.absolute()) if words.noise == "real" else "",
    )
    if columns < asked.benchmarks:
        least = asked.benchmarks * asked.environments
        raise UnladenError(
            f"{asked.benchmarks} benchmarks have more than {words.series} series",
            f"--series {least}",
        )
    return asked


def main(arguments: Sequence[str] | None = None) -> int:
    words = parser().parse_args(arguments)
    started = time.monotonic()
    try:
        if words.more:
            extend(words.folder, words.more)
        else:
            create(words.folder, asked_for(words))
    except UnladenError as error:
        print(error, file=sys.stderr)
        return int(error.exit)
    told = json.loads((words.folder / "truth.json").read_text("utf-8"))
    size = sum(path.stat().st_size for path in (words.folder / "results").rglob("*.json"))
    print(
        f"{words.folder}: {told['asked']['series']} series, {len(told['steps'])} steps planted, "
        f"{size / 1e6:.0f} MB of results, {time.monotonic() - started:.0f} s"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
