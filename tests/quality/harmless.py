"""Commits that change nothing that runs, planted in real projects: is each told to be the same?

    python -m tests.quality.harmless ../rich --environment virtualenv:3.11
    python -m tests.quality.harmless ../rich ../networkx --commits 8 --busy

Each FOLDER is a clone with an asv suite; nothing in it is changed, the commits are made in another
clone. Told are the verdicts of a gate with default options, and its seconds after building. With
--busy both cores are kept busy by something else meanwhile.
"""

import argparse
import ast
import contextlib
import json
import multiprocessing
import random
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.e2e.projects import Project

Edits = dict[str, str]
"""New contents of files."""


def commented(folder: Path, path: Path, order: random.Random) -> Edits:
    lines = path.read_text("utf-8").splitlines(keepends=True)
    function = order.choice(functions_of(path))
    line = function.body[-1].lineno - 1
    indent = lines[line][: len(lines[line]) - len(lines[line].lstrip())]
    lines.insert(line, f"{indent}# planted: a comment, and every line below it moves\n")
    return {str(path.relative_to(folder)): "".join(lines)}


def documented(folder: Path, path: Path, order: random.Random) -> Edits:
    function = order.choice([f for f in functions_of(path) if ast.get_docstring(f)])
    lines = path.read_text("utf-8").splitlines(keepends=True)
    first = function.body[0]
    text = f'"""Planted: another text.\n\n{" " * first.col_offset}Of two lines.\n"""\n'
    lines[first.lineno - 1 : first.end_lineno] = [" " * first.col_offset + text]
    return {str(path.relative_to(folder)): "".join(lines)}


def tested(folder: Path, path: Path, order: random.Random) -> Edits:
    """In the folder of tests that is nearest: of the package if it has one, else of the project."""
    places = [each for each in folder.rglob("tests") if each.is_dir() and ".asv" not in each.parts]
    place = order.choice(sorted(places)) if places else folder / "tests"
    name = place / f"test_planted_{order.randrange(10**6)}.py"
    return {str(name.relative_to(folder)): f"def test_{path.stem}():\n    assert True\n"}


def written(folder: Path, path: Path, order: random.Random) -> Edits:
    name = order.choice(("README.md", "CHANGELOG.md", "docs/planted.md"))
    before = (folder / name).read_text("utf-8") if (folder / name).is_file() else ""
    return {name: f"{before}\nPlanted beside {path.name}.\n"}


KINDS = {"comment": commented, "docstring": documented, "tests": tested, "docs": written}


def functions_of(path: Path) -> list[ast.FunctionDef]:
    tree = ast.parse(path.read_text("utf-8"))
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.body[-1].lineno > node.lineno
    ]


def sources(project: Project, package: str) -> list[Path]:
    """Files of the package with functions that have docstrings."""
    names = project.git("ls-files", f"{package}/*.py").splitlines()
    paths = [project.folder / name for name in names if "test" not in name]
    return [path for path in paths if any(ast.get_docstring(f) for f in functions_of(path))]


@contextlib.contextmanager
def others(count: int) -> Iterator[None]:
    """Somebody else's work, on so many cores."""
    workers = [multiprocessing.Process(target=_spin, daemon=True) for _ in range(count)]
    for worker in workers:
        worker.start()
    try:
        yield
    finally:
        for worker in workers:
            worker.terminate()


def _spin() -> None:
    while True:
        sum(range(100_000))


def suite_folder(project: Project) -> Path:
    """Where asv's configuration is; where there is none, tests are the suite."""
    found = sorted(project.folder.rglob("asv.conf.json"))
    return found[0].parent if found else project.folder


def planted(source: Path, place: Path, asked: argparse.Namespace) -> list[float]:
    """Seconds of each gate; a line for each."""
    project = Project(place / source.name)
    subprocess.run(["git", "clone", "-q", str(source), str(project.folder)], check=True)
    for key, value in (("user.name", "A Test"), ("user.email", "test@example.org")):
        project.git("config", key, value)
    suite = Project(suite_folder(project))
    exclude = project.folder / ".git" / "info" / "exclude"
    exclude.write_text("results/\n")
    order = random.Random(asked.seed)
    paths = sources(project, asked.package or source.name)
    seconds = []
    for number in range(asked.commits):
        kind = list(KINDS)[number % len(KINDS)]
        for name, text in KINDS[kind](project.folder, order.choice(paths), order).items():
            project.write(name, text)
        project.git("add", "-A")  # no tag: versions of many projects are made of them
        project.git("commit", "-q", "--allow-empty", "-m", f"planted {number}")
        begun = time.monotonic()
        words = ["-E", asked.environment] if asked.environment else []
        done = suite.unladen("gate", "HEAD~1", "HEAD", "-q", "--json", *words, timeout=1800)
        whole = time.monotonic() - begun
        if not done.stdout:
            print(f"{source.name:<12} {kind:<10} exit {done.returncode}: {done.stderr[-300:]}")
            seconds.append(float("inf"))
            continue
        decision = json.loads(done.stdout)
        counted = [each["verdict"] for each in decision["comparisons"]]
        same = counted.count("same")
        print(
            f"{source.name:<12} {kind:<10} {same} of {len(counted)} same, "
            f"{decision['seconds']:.1f} s after {whole - decision['seconds']:.1f} s of building",
            flush=True,
        )
        seconds.append(decision["seconds"] if same == len(counted) else float("inf"))
    return seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--environment")
    parser.add_argument("--package", help="the folder of the package (the repository's name)")
    parser.add_argument("--commits", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--busy", action="store_true")
    asked = parser.parse_args()
    seconds: list[float] = []
    with tempfile.TemporaryDirectory() as place, others(2 if asked.busy else 0):
        for folder in asked.folders:
            seconds += planted(folder.resolve(), Path(place), asked)
    told = [each for each in seconds if each < float("inf")]
    middle = f"median {statistics.median(told):.1f} s, longest {max(told):.1f} s" if told else ""
    print(f"the same: {len(told)} of {len(seconds)}  {middle}")


if __name__ == "__main__":
    main()
