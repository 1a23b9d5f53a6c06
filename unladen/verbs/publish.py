"""all results here -> the regression site of them."""

import argparse
import json
import time
from collections.abc import Iterator
from pathlib import Path

from unladen.output import history as told
from unladen.site.publish import Published, publish
from unladen.tools.serve import address, serve
from unladen.verbs.opening import open_project
from unladen.verbs.result import Result

EXAMPLES = """\
  unladen publish
  unladen publish --serve
  unladen publish -o public --quiet"""


def words(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("-o", "--output", metavar="DIR", help="where to (site/unladen)")
    verb.add_argument(
        "--serve",
        nargs="?",
        const="127.0.0.1:8080",
        metavar="[HOST:]PORT",
        help="then show it at http://127.0.0.1:8080/ until Ctrl-C",
    )
    verb.add_argument("--fresh", action="store_true", help="read every result file again")


def run(arguments: argparse.Namespace) -> Result:
    project = open_project(arguments)
    began = time.monotonic()
    where = address(arguments.serve) if arguments.serve else None
    folder = Path(arguments.output or project.config.site)
    published = publish(project, folder, cached=not arguments.fresh)
    took = time.monotonic() - began
    lines = _json(published) if arguments.json else _text(published, took, where is not None)
    return Result(_and_served(lines, published, where), warnings=project.records.warnings)


def _json(published: Published) -> Iterator[str]:
    page = str(published.folder / "index.html")
    events = json.loads((published.folder / "events.json").read_bytes())
    yield json.dumps({"page": page, "files": published.files, "events": events})


def _text(published: Published, took: float, served: bool) -> Iterator[str]:
    sizes = published.told.sizes
    yield f"{sizes.benchmarks} benchmarks, {sizes.series} series, {sizes.commits} commits"
    yield from published.told.summary
    yield from told.left_out(published.told.left_out)
    yield (
        f"{published.folder / 'index.html'}: {published.files} files, "
        f"{published.bytes / 1e6:.1f} MB, {published.written} written in {took:.1f} s"
    )
    if not served:
        yield "  next  unladen publish --serve, or open the page itself"


def _and_served(
    lines: Iterator[str], published: Published, where: tuple[str, int] | None
) -> Iterator[str]:
    yield from lines
    if where is not None:
        yield from serve(published.folder, where)
