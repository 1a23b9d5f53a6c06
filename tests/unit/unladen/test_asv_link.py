"""asv's site links to ours: by publish itself, whether or not asv was given our plugin."""

import json
import subprocess
from pathlib import Path

from unladen.config import Config
from unladen.site import publish as site
from unladen.site.asv_link import PLACE
from unladen.store.project import Project
from unladen.tools.terminal import Progress


def test_publishing_puts_a_link_into_the_site_of_asv_without_its_plugin(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    conf = {"version": 1, "project": "p", "repo": ".", "html_dir": "asv", "branches": ["HEAD"]}
    (tmp_path / "asv.conf.json").write_text(json.dumps(conf))
    page = tmp_path / "asv" / "index.html"
    page.parent.mkdir()
    page.write_text(f"<ul>{PLACE}</li></ul>")
    project = Project(tmp_path, Config(machine="here"), Progress(quiet=True))
    for _ in range(2):
        site.publish(project, tmp_path / "ours", cached=False)
        assert page.read_text().count('href="../ours/index.html"') == 1
