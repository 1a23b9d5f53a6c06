"""an installed commit -> the Environment that its record tells of."""

import os
import shutil
import subprocess
from pathlib import Path

from unladen.measure.messages import Facts
from unladen.model import Environment
from unladen.tools.asv import Installed


def environment_of(installed: Installed, facts: Facts | None) -> Environment:
    names = ("PYTHONHASHSEED", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
    return Environment(
        name=installed.environment,
        python=facts.python if facts else installed.python_version,
        packages=facts.packages if facts else {},
        variables={n: installed.variables[n] for n in names if n in installed.variables},
        compiler=_compiler(),
    )


def _compiler() -> str:
    gcc = shutil.which(os.environ.get("CC", "gcc"))
    if gcc is None:
        return ""
    done = subprocess.run([gcc, "-dumpfullversion"], capture_output=True, text=True, check=False)
    return f"{Path(gcc).name} {done.stdout.strip()}"
