"""Who is on duty while a sample is taken."""

import subprocess
import sys
from pathlib import Path

import pytest

PROBE = Path(__file__).parents[3] / "unladen" / "probe"
WAYS = {
    "pass": "",
    "import cProfile; p = cProfile.Profile(); p.enable()": "cProfile",
    "import cProfile; p = cProfile.Profile(); p.enable(); p.disable()": "",
    "sys.settrace(lambda *_: None)": "<lambda>",
}


@pytest.mark.parametrize("what", WAYS)
def test_a_profiler_is_told_while_it_looks_and_not_longer(what: str) -> None:
    text = f"import sys\n{what}\nfrom unladen_probe_profilers import on_duty\nprint(on_duty())"
    done = subprocess.run(
        [sys.executable, "-c", text],
        env={"PYTHONPATH": str(PROBE)}, check=True, capture_output=True, text=True,
    )  # fmt: skip
    said = done.stdout.strip()
    assert WAYS[what] in said
    assert bool(said) is bool(WAYS[what])
