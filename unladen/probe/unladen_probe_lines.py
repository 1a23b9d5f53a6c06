"""Which lines of a package ran, by coverage.py; the only part of the probe that needs a package of
its own, and it runs in an environment that is never timed."""

import os
import sys
from collections.abc import Sequence
from typing import Any


class Lines:
    def __init__(self, packages: Sequence[str]) -> None:
        import coverage  # in the environment for profiles, not in the timed one

        self._packages = set(packages)
        self._coverage: Any = coverage.Coverage(data_file=None, source_pkgs=list(packages))
        self._coverage.start()

    def stop(self) -> dict[str, dict[str, list[int]]]:
        """File -> the lines that ran, and the statements that did not."""
        self._coverage.stop()
        found = {}
        for name, module in list(sys.modules.items()):
            file = getattr(module, "__file__", None)
            if name.partition(".")[0] in self._packages and file and file.endswith(".py"):
                _, statements, _, missing, _ = self._coverage.analysis2(file)
                ran = sorted(set(statements) - set(missing))
                found[os.path.abspath(file)] = {"ran": ran, "missed": sorted(missing)}
        return found
