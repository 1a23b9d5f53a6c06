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
from unladen.tools.deadline import Deadline
from unladen.tools.foreign import number_in, reading
from unladen.tools.forges import github_api, github_says
from unladen.tools.http import Api, Refused, patiently

MAX_ARCHIVE = 16 << 20
MAX_BYTES = 32 << 20
FILE = "unladen.json"
ENCRYPTED = 1
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""Those that the forge's own action writes. Others may ask for gigabytes of memory."""
LOOK = "look at the log of that run: its code made the artefact"


def decision_of_run(context: CiContext, name: str, deadline: Deadline) -> bytes:
    """Of several by one name, as a second attempt leaves, the newest."""
    api, artifact = github_api(context, deadline), f"unladen-{name}"
    where = f"artefact {artifact} of run {context.followed}"
    try:
        listed = patiently(lambda: _listed(api, context, artifact), deadline)
        if not listed:
            raise ToolError(f"there is no {where}", "the log of that run says why")
        number = max(listed)
        size = listed[number]
        if size is None or size > MAX_ARCHIVE:
            told = f"{size:,} bytes" if size else "no size"
            raise ToolError(f"{where} has {told}, more than any decision", LOOK)
        path = f"/repos/{context.project}/actions/artifacts/{number}/zip"
        return unpacked(patiently(lambda: api.fetched(path, MAX_ARCHIVE), deadline), where)
    except Refused as refused:
        raise ToolError(*github_says(refused, where)) from refused


def _listed(api: Api, context: CiContext, name: str) -> Mapping[int, int | None]:
    """The size of each artefact by this name, by its number."""
    path = f"/repos/{context.project}/actions/runs/{context.followed}/artifacts"
    told: Any = api.ask("GET", f"{path}?per_page=100&name={name}").content
    listed = told.get("artifacts") if isinstance(told, dict) else None
    if not isinstance(listed, list):
        raise Refused(0, "the reply has no artifacts", 1.0)
    return {
        number: number_in(each, "size_in_bytes")
        for each in listed
        if (number := number_in(each)) and each.get("name") == name and not each.get("expired")
    }


def unpacked(archive: bytes, where: str) -> bytes:
    """The one file of a known name, as far as it may be large."""
    with (
        reading(f"{FILE} of {where}", LOOK),
        zipfile.ZipFile(io.BytesIO(archive)) as content,
    ):
        members = [each for each in content.infolist() if each.filename == FILE]
        if len(members) != 1:
            how_many = "no" if not members else str(len(members))
            raise ToolError(f"{where} has {how_many} {FILE}", LOOK)
        (member,) = members
        if member.flag_bits & ENCRYPTED or member.compress_type not in METHODS:
            raise ValueError("it is encrypted, or packed in an unusual way")
        if member.file_size > MAX_BYTES:
            raise ToolError(f"{FILE} of {where} is larger than any decision", LOOK)
        with content.open(member) as file:
            return _bounded(file.read(MAX_BYTES + 1), where)


def _bounded(content: bytes, where: str) -> bytes:
    """The size of a member in an archive's header may be wrong."""
    if len(content) > MAX_BYTES:
        raise ToolError(f"{FILE} of {where} is larger than any decision", LOOK)
    return content
