"""`arc-solver[gpu]` installs where there is no GPU, and what is used of CuPy is there."""

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ARRAY = ROOT / "arc_solver" / "src" / "arc_solver" / "array"
BENCHMARK = ROOT / "benchmarks" / "workloads" / "small.jsonl"
# Through array-api-compat on CuPy these look at values or index with a mask: they wait for the
# device. `nonzero` is used where the device is the host, and nowhere else.
WAITING = {"clip", "unique_all", "unique_counts", "unique_inverse", "unique_values", "repeat"}


def used() -> set[str]:
    """The functions of the array namespace that our code names."""
    found = set()
    for path in ARRAY.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Attribute):
                continue
            owner = node.value
            by_name = isinstance(owner, ast.Name) and owner.id == "xp"
            if by_name or (isinstance(owner, ast.Attribute) and owner.attr == "xp"):
                found.add(node.attr)
    return found


def test_nothing_is_used_that_waits_for_the_device_in_cupy() -> None:
    assert len(used()) > 30
    assert not used() & WAITING
    hosts = [path.name for path in ARRAY.glob("*.py") if "xp.nonzero" in path.read_text("utf-8")]
    assert hosts == ["components.py"]


@pytest.mark.long
@pytest.mark.timeout(600)
def test_the_gpu_extra_installs_and_asks_before_it_fails(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "venv")], check=True)
    python = str(tmp_path / "venv" / "bin" / "python")
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, f"{ROOT / 'arc_solver'}[gpu]"], check=True, cwd=tmp_path)
    code = (
        "import json, sys, warnings; warnings.simplefilter('ignore')\n"
        "import array_api_compat.cupy as xp, cupy, cupyx.profiler\n"
        "from arc_solver.array.kernels import Kernels; Kernels(cupy)\n"
        "parts = [cupy.get_default_memory_pool().free_all_blocks, cupyx.profiler.benchmark]\n"
        "parts += [cupy.cuda.runtime.getDeviceProperties, cupy.cuda.Device, cupy.asnumpy]\n"
        "missing = [name for name in json.loads(sys.argv[1]) if not hasattr(xp, name)]\n"
        "print(json.dumps([missing, cupy.cuda.is_available()]))"
    )
    told = subprocess.run(
        [python, "-c", code, json.dumps(sorted(used()))],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
    )
    missing, available = json.loads(told.stdout)
    assert missing == []
    if available:
        pytest.skip("there is a GPU here: the refusal cannot be seen")
    words = [python, "-m", "arc_solver", "evaluate", str(BENCHMARK), "--array", "cupy"]
    refused = subprocess.run(words, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert refused.returncode == 2
    assert "is_available() is False" in refused.stderr
    assert "next:" in refused.stderr
