"""How a reader walks through the house: the first call of each function of unladen, in order.

    python -m tests.quality.walk                      a gate that finds something slower, and why
    python -m tests.quality.walk --tree ../older      the same with the unladen of another checkout
    python -m tests.quality.walk --list               each first call

Told are the modules that are met, and how often the room changes from one first call to the next:
what somebody who follows a verb with a finger has to open. Bodies of modules and classes are not
calls of the verb, and are left out. A module that lies in no room is counted as a room of its own.
"""

import argparse
import itertools
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.e2e.projects import new_project

ROOT = Path(__file__).parents[2]
SUITE = "import victim\n\ndef time_work():\n    victim.work()\n"
LEAVES = ("tools", "config", "errors", "model")
"""At the bottom of the house: they answer, and the reader is back where the call stood."""
GATE = ("gate", "first", "slow", "-q", "--pairs", "20", "--witness", "never")
TRACED = """
import inspect, json, sys
seen, order = set(), []
root = sys.argv[1]

def first(frame, event, _):
    code = frame.f_code
    if event == "call" and code.co_filename.startswith(root) and code not in seen:
        seen.add(code)
        if code.co_flags & inspect.CO_OPTIMIZED and not code.co_name.startswith("<"):
            order.append((code.co_filename[len(root):].lstrip("/"), code.co_qualname))

from unladen import cli
sys.setprofile(first)
code = cli.main(sys.argv[3:])
sys.setprofile(None)
json.dump({"exit": code, "calls": order}, open(sys.argv[2], "w"))
"""


def walked(tree: Path, words: Sequence[str], folder: Path) -> tuple[int, list[tuple[str, str]]]:
    """Files below unladen and functions, each where it is met first."""
    told = folder / ".asv" / "walk.json"
    command = [sys.executable, "-c", TRACED, str(tree / "unladen"), str(told), *words]
    environment = {**os.environ, "PYTHONPATH": str(tree)}
    subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True)
    value = json.loads(told.read_text())
    return int(value["exit"]), [(file, name) for file, name in value["calls"]]


def room(file: str) -> str:
    return file.partition("/")[0]


def switches(calls: Sequence[tuple[str, str]]) -> int:
    """How often one first call is in another room than the one before."""
    return sum(room(one) != room(other) for (one, _), (other, _) in itertools.pairwise(calls))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--tree", type=Path, default=ROOT)
    parser.add_argument("--list", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        project = new_project(Path(place) / "victim", SUITE)
        project.work(loops=80_000)
        project.commit("slow")
        code, calls = walked(arguments.tree.resolve(), GATE, project.folder)
    if arguments.list:
        for file, name in calls:
            print(f"{file:<40} {name}")
    modules = len({file for file, _ in calls})
    print(f"gate, exit {code}: {len(calls)} functions of {modules} modules")
    print(f"the room changes {switches(calls)} times from one first call to the next")
    flow = [call for call in calls if room(call[0]).removesuffix(".py") not in LEAVES]
    print(f"and {switches(flow)} times among the rooms above {', '.join(LEAVES)}")


if __name__ == "__main__":
    main()
