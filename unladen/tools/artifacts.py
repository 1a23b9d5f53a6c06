"""a run of GitHub's -> the decision in what it left behind, whoever wrote that.

Its size is looked at before it is fetched, and one file of a known name is read of it, in memory:
nothing that it says becomes a path.
"""

import io
import zipfile
from collections.abc import Mapping
from typing import Any

from unladen.errors import ToolError
from unladen.tools.ci import CiContext
from unladen.tools.forges import github_api, github_says
from unladen.tools.http import Api, Refused, patiently

MAX_ARCHIVE = 16 << 20
MAX_BYTES = 32 << 20
FILE = "unladen.json"


def decision_of_run(context: CiContext, name: str) -> bytes:
    """Of several by one name, as a second attempt leaves, the newest."""
    api, artifact = github_api(context), f"unladen-{name}"
    where = f"artefact {artifact} of run {context.followed}"
    try:
        listed = patiently(lambda: _listed(api, context, artifact))
        if not listed:
            raise ToolError(f"there is no {where}", "the log of that run says why")
        newest = max(listed, key=lambda each: int(each["id"]))
        size = newest.get("size_in_bytes")
        if not isinstance(size, int) or size > MAX_ARCHIVE:
            raise ToolError(f"{where} has {size} bytes, more than any decision", "look who made it")
        path = f"/repos/{context.project}/actions/artifacts/{int(newest['id'])}/zip"
        return unpacked(patiently(lambda: api.fetched(path, MAX_ARCHIVE)), where)
    except Refused as refused:
        raise ToolError(*github_says(refused, where)) from refused


def _listed(api: Api, context: CiContext, name: str) -> list[Mapping[str, Any]]:
    path = f"/repos/{context.project}/actions/runs/{context.followed}/artifacts"
    told = api.ask("GET", f"{path}?per_page=100&name={name}").content
    listed = told.get("artifacts") if isinstance(told, dict) else None
    if not isinstance(listed, list):
        raise Refused(0, "the reply has no artifacts", 1.0)
    known = [each for each in listed if isinstance(each, dict) and isinstance(each.get("id"), int)]
    return [each for each in known if each.get("name") == name and not each.get("expired")]


def unpacked(archive: bytes, where: str) -> bytes:
    try:
        with zipfile.ZipFile(io.BytesIO(archive)) as content, content.open(FILE) as file:
            told = file.read(MAX_BYTES + 1)
    except (
        zipfile.BadZipFile,
        KeyError,
        NotImplementedError,
        RuntimeError,
        OSError,
        EOFError,
    ) as error:
        raise ToolError(f"{where} has no {FILE}: {error}"[:300], "look who made it") from error
    if len(told) > MAX_BYTES:
        raise ToolError(f"{FILE} of {where} is larger than any decision", "look who made it")
    return told
