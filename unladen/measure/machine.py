"""an installed commit -> the Environment that its record tells of."""

import os
import shutil
import subprocess
from pathlib import Path

from unladen.measure.messages import Facts
from unladen.model import Environment
from unladen.tools.asv import Installed
from unladen.tools.variables import telling


def environment_of(installed: Installed, facts: Facts | None) -> Environment:
    return Environment(
        name=installed.environment,
        python=facts.python if facts else installed.python_version,
        packages=facts.packages if facts else {},
        variables=variables_of(installed),
        compiler=_compiler(),
    )


def variables_of(installed: Installed) -> dict[str, str]:
    """Of the environment it runs in, those that can change what is measured."""
    return telling(installed.variables, installed.wheel.packages if installed.wheel else ())


def _compiler() -> str:
    gcc = shutil.which(os.environ.get("CC", "gcc"))
    if gcc is None:
        return ""
    done = subprocess.run([gcc, "-dumpfullversion"], capture_output=True, text=True, check=False)
    return f"{Path(gcc).name} {done.stdout.strip()}"
