"""asv.conf.json -> the same for a project that lies elsewhere."""

import json
from pathlib import Path

from unladen.tools.files import SUITES


def with_repository(folder: Path, repository: str) -> bytes:
    """Only the way to the repository is another one."""
    from asv.util import load_json

    path = next(folder / name for name in SUITES if (folder / name).is_file())
    told = load_json(str(path), js_comments=True)
    told["repo"] = repository
    return json.dumps(told, indent=1).encode()
