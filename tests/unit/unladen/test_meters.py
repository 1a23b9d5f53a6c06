"""What valgrind counts of a process that forks, by each meter: it repeats, and follows the work."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import unladen
from unladen.errors import ToolError
from unladen.tools.meters import BLOCKS, CYCLES, INSTRUCTIONS, Meter, estimated_cycles

PROBES = Path(unladen.__file__).parent / "probe"
SCRIPT = """
import gc, json
from unladen_probe_pools import Pools
from unladen_probe_snapshots import snapshot

gc.disable()  # as where benchmarks are counted
pools = Pools()

def work(n):
    total = 0
    for k in range(n):
        total += k & 7

work(1000)
told = []
for n in (20_000, 20_000, 40_000):
    pools.open()  # or one loop costs up to 5 % more than the next
    before = snapshot()
    work(n)
    told.append([before, snapshot()])
print(json.dumps(told))
"""


@pytest.mark.skipif(shutil.which("valgrind") is None, reason="apt-get install valgrind")
@pytest.mark.parametrize("meter", [BLOCKS, INSTRUCTIONS, CYCLES], ids=["b", "i", "c"])
def test_the_same_work_counts_the_same_and_twice_as_much_twice(
    meter: Meter, tmp_path: Path
) -> None:
    command = [*meter.around(tmp_path), sys.executable, "-S", "-c", SCRIPT]
    variables = {"PYTHONHASHSEED": "0", "PYTHONPATH": str(PROBES)}
    done = subprocess.run(command, capture_output=True, env=variables, check=True)
    regions = [
        [meter.read(tmp_path, process) for process in pair] for pair in json.loads(done.stdout)
    ]
    one, same, twice = (after[0] - before[0] for before, after in regions)
    assert one == pytest.approx(same, rel=1e-3)
    assert twice == pytest.approx(2 * one, rel=0.02)
    if meter is CYCLES:
        cycles = [estimated_cycles(after) - estimated_cycles(before) for before, after in regions]
        assert cycles[0] >= one


def test_a_count_that_is_not_there_says_what_to_look_at(tmp_path: Path) -> None:
    with pytest.raises(ToolError, match="valgrind counted nothing"):
        BLOCKS.read(tmp_path, 7)
    (tmp_path / "counts.8").write_text("garbage")
    with pytest.raises(ToolError, match="valgrind counted nothing"):
        INSTRUCTIONS.read(tmp_path, 8)
