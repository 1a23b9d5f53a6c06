"""files as they are and as they will be -> a unified diff, and one line for each of them."""

import difflib
from collections.abc import Iterator, Sequence

UNENDED = "\\ No newline at end of file"


def diff_lines(name: str, before: str | None, after: str | None) -> Iterator[str]:
    """As git shows it, and takes it."""
    if before == after:
        return
    yield f"diff --git a/{name} b/{name}"
    if before is None:
        yield "new file mode 100644"
    if after is None:
        yield "deleted file mode 100644"
    old = f"a/{name}" if before is not None else "/dev/null"
    new = f"b/{name}" if after is not None else "/dev/null"
    told = difflib.unified_diff(_lines(before), _lines(after), old, new)
    for line in told:
        yield line.rstrip("\n").encode("utf-8", "surrogateescape").decode("utf-8", "replace")
        if not line.endswith("\n"):
            yield UNENDED


def _lines(text: str | None) -> Sequence[str]:
    """Only a line feed ends one: other characters that Python would break at are content."""
    parts = (text or "").split("\n")
    ended = [f"{part}\n" for part in parts[:-1]]
    return [*ended, parts[-1]] if parts[-1] else ended
