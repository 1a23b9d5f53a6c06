"""sources x a Python -> what it cannot compile of them; or compiled files beside them."""

import json
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

SECONDS = 60.0
CHECK = """
import json, sys, warnings
warnings.simplefilter("ignore")
for name, text in json.load(sys.stdin).items():
    try:
        compile(text.encode("latin-1"), name, "exec", dont_inherit=True)
    except (SyntaxError, ValueError) as error:
        print(f"{name}:{getattr(error, 'lineno', 0) or 0}: {getattr(error, 'msg', error)}")
        break
"""


def first_problem(python: Path, sources: Mapping[str, bytes]) -> str:
    """By the Python that will run them: file, line and what is wrong; empty if nothing is."""
    given = json.dumps({name: text.decode("latin-1") for name, text in sources.items()})
    done = subprocess.run(
        [str(python), "-I", "-S", "-c", CHECK],
        input=given.encode(),
        capture_output=True,
        timeout=SECONDS,
        check=False,
    )
    return done.stdout.decode("utf-8", "replace").strip()[:300]


def compiled(python: Path, paths: Sequence[Path]) -> None:
    """So that no import has to write."""
    if paths:
        command = [str(python), "-I", "-S", "-m", "py_compile", *map(str, paths)]
        subprocess.run(command, capture_output=True, timeout=SECONDS, check=False)
