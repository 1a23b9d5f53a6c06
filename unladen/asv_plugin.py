"""A plugin for asv: its site, each time it is published, links to ours.

    "plugins": [".unladen.asv_plugin"]          in asv.conf.json

The leading dot is asv's word for modules that are not its own.
"""

from pathlib import Path
from typing import Any

from asv.publishing import OutputPublisher

from unladen.site.asv_link import linked
from unladen.tools.settings import load


class Unladen(OutputPublisher):  # type: ignore[misc]
    """asv calls this while it publishes."""

    name = "unladen"
    button_label = "unladen"
    description = "Why it changed, by which commit, and how sure that is"

    @classmethod
    def publish(cls, conf: Any, *_: Any) -> None:
        folder = Path.cwd()
        linked(folder / conf.html_dir, folder / load(folder).site)
