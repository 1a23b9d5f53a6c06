"""eslint over the site's scripts, where node is: part of tox's lint.

It is installed below the project as package.json pins it, into a folder that git ignores. Where
node is missing nothing is linted and that is said; the tests hold the rules that matter most. An
eslint that cannot be had is a failure in CI, and said on a desk without a network.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
INSTALL = (
    *("install", "--no-audit", "--no-fund", "--no-package-lock", "--silent"),
    *("--fetch-retries", "1"),
)


def main() -> int:
    npm, npx = shutil.which("npm"), shutil.which("npx")
    if shutil.which("node") is None or npm is None or npx is None:
        sys.stdout.write("node is not here: the JavaScript is not linted\n")
        return 0
    if not _is_installed():
        done = subprocess.run([npm, *INSTALL], cwd=ROOT, check=False)
        if done.returncode:
            sys.stdout.write("eslint could not be installed: the JavaScript is not linted\n")
            return 1 if os.environ.get("CI") else 0
    linted = [npx, "--no-install", "eslint", "--max-warnings", "0", "unladen"]
    return subprocess.run(linted, cwd=ROOT, check=False).returncode


def _is_installed() -> bool:
    """As it is pinned, and not as an earlier version pinned it."""
    pinned = json.loads((ROOT / "package.json").read_text("utf-8"))["devDependencies"]
    for name, version in pinned.items():
        there = ROOT / "node_modules" / name / "package.json"
        if not there.is_file() or json.loads(there.read_text("utf-8"))["version"] != version:
            return False
    return True


if __name__ == "__main__":
    sys.exit(main())
