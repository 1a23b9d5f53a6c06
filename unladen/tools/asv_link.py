"""asv's site -> the same with a way to ours: a plugin of asv, and a function for `unladen publish`.

    "plugins": [".unladen.tools.asv_link"]          in asv.conf.json

asv writes its site anew each time, and shows only pages of its own: so the link is put into its
page. The leading dot is asv's word for modules that are not its own.
"""

import os
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import quote

from asv.publishing import OutputPublisher

from unladen.config import load
from unladen.tools import files

PLACE = '<li id="nav-li-graphdisplay">'
ID = "nav-li-unladen"
WORD = "Why, and by whom (unladen)"


class Unladen(OutputPublisher):  # type: ignore[misc]
    """asv calls this while it publishes."""

    name = "unladen"
    button_label = "unladen"
    description = "Why it changed, by which commit, and how sure that is"

    @classmethod
    def publish(cls, conf: Any, *_: Any) -> None:
        folder = Path.cwd()
        linked(folder / conf.html_dir, folder / load(folder).site)


def linked(asv_site: Path, ours: Path) -> bool:
    """Once, whoever comes first; nothing where either site is missing."""
    page = asv_site / "index.html"
    if not page.is_file() or not (ours / "index.html").is_file():
        return False
    told = page.read_text("utf-8")
    if ID in told or PLACE not in told:
        return ID in told
    target = quote(Path(os.path.relpath(ours / "index.html", asv_site)).as_posix())
    item = f'<li id="{ID}"><a href="{escape(target)}">{WORD}</a></li>\n        '
    files.replace(page, told.replace(PLACE, item + PLACE, 1))
    return True
