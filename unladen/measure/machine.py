"""an installed commit -> the Environment that its record tells of."""

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from unladen.model import Environment
from unladen.tools.asv import Installed


def environment_of(installed: Installed, facts: Mapping[str, object]) -> Environment:
    packages = facts.get("packages")
    names = ("PYTHONHASHSEED", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
    return Environment(
        name=installed.environment,
        python=str(facts.get("python", installed.python_version)),
        packages=dict(packages) if isinstance(packages, dict) else {},
        variables={n: installed.variables[n] for n in names if n in installed.variables},
        compiler=_compiler(),
    )


def _compiler() -> str:
    gcc = shutil.which(os.environ.get("CC", "gcc"))
    if gcc is None:
        return ""
    done = subprocess.run([gcc, "-dumpfullversion"], capture_output=True, text=True, check=False)
    return f"{Path(gcc).name} {done.stdout.strip()}"
