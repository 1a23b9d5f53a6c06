"""asv's site -> the same with a way to ours.

asv writes its site anew each time, and shows only pages of its own: so the link is put into its
page, by `unladen publish` if asv's site is there, and by our plugin when asv publishes.
"""

import os
from html import escape
from pathlib import Path
from urllib.parse import quote

from unladen.tools import files
from unladen.tools.foreign import MEGABYTE, bounded_bytes

PLACE = '<li id="nav-li-graphdisplay">'
ID = "nav-li-unladen"
WORD = "Why, and by whom (unladen)"


def linked(asv_site: Path, ours: Path) -> bool:
    """Once, whoever comes first; nothing where either site is missing."""
    page = asv_site / "index.html"
    if not page.is_file() or not (ours / "index.html").is_file():
        return False
    try:
        told = bounded_bytes(page, MEGABYTE).decode("utf-8")
    except ValueError:  # it is not a page of asv's
        return False
    if ID in told or PLACE not in told:
        return ID in told
    target = quote(Path(os.path.relpath(ours / "index.html", asv_site)).as_posix())
    item = f'<li id="{ID}"><a href="{escape(target)}">{WORD}</a></li>\n        '
    files.replace(page, told.replace(PLACE, item + PLACE, 1))
    return True
