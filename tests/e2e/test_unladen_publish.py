"""The regression site: made from what plain asv measured, and only as far as something is new."""

import json
import re
import subprocess
import sys
import time
import urllib.request
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.projects import Project, asv_history, asv_result

ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def project(tmp_path: Path) -> Project:
    levels = [0.010 if number < 12 else 0.012 for number in range(24)]
    noise = [1 + 0.002 * ((number * 7919) % 11 - 5) / 5 for number in range(24)]
    return asv_history(tmp_path / "victim", [a * b for a, b in zip(levels, noise, strict=True)])


def publish(project: Project, *words: str) -> str:
    done = project.unladen("publish", "-o", "public", "-q", *words)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def data_of(project: Project, path: str) -> Any:
    text = (project.folder / "public" / path).read_text("utf-8")
    return json.loads(text[text.index("(") + 1 : text.rindex(")")])


def test_publish_says_what_it_found_and_where_the_page_is(project: Project) -> None:
    told = publish(project)
    assert "1 benchmarks, 1 series, 24 commits" in told
    assert re.search(r"\+20\.\d+ %\s+" + project.git("rev-parse", "c12")[:8], told)
    assert "public/index.html" in told
    assert "unladen publish --serve" in told


def test_the_pages_name_the_commit_of_a_step_and_what_it_cost(project: Project) -> None:
    publish(project)
    page = (project.folder / "public" / "index.html").read_text("utf-8")
    commit = project.git("rev-parse", "c12")
    assert f'href="c/{commit[:12]}.html"' in page
    assert "Got worse" in page
    (event,) = json.loads((project.folder / "public" / "events.json").read_text())
    assert event["commit"] == commit
    assert event["steps"][0]["change"] == pytest.approx(0.2, abs=0.01)
    base, end = data_of(project, "b/suite.time_it.js"), data_of(project, "t/suite.time_it.js")
    (series,) = base["series"]
    (last,) = end["suite.time_it"]
    values = series["values"] + last["values"]
    assert len(values) == 24
    assert values[0] * last["scale"] == pytest.approx(0.01, rel=0.003)
    assert last["steps"][0]["row"] == 12


def test_text_of_strangers_is_never_markup(project: Project) -> None:
    """Commit subjects of the project are `change N <b>` with an escape sequence."""
    publish(project)
    for path in sorted((project.folder / "public").rglob("*")):
        if path.suffix in (".html", ".js", ".xml") and "static" not in path.parts:
            text = path.read_text("utf-8")
            assert "change 12 <b>" not in text, path
            assert "\x1b" not in text, path


def test_the_feed_is_atom_and_has_the_step(project: Project) -> None:
    publish(project)
    feed = ElementTree.parse(project.folder / "public" / "feed.xml").getroot()
    (entry,) = feed.findall(f"{ATOM}entry")
    title = entry.find(f"{ATOM}title")
    assert title is not None
    assert "suite.time_it (new)" in str(title.text)


def test_a_second_build_writes_only_what_is_new(project: Project) -> None:
    publish(project)
    assert ", 0 written" in publish(project)
    commit = asv_result(project, 24, 0.012)
    told = publish(project)
    written = int(re.findall(r"(\d+) written", told)[0])
    assert 0 < written < 14, told
    assert (project.folder / "public" / "c" / f"{commit[:12]}.html").is_file()


def test_what_is_told_of_a_site_is_told_again_and_anything_new_is_seen(project: Project) -> None:
    """A build of which all inputs are as they were does nothing; none of them may be missed."""

    def without_time(told: str) -> list[str]:
        return [re.sub(r"\d+ written in .*", "", line) for line in told.splitlines()]

    first = publish(project)
    assert without_time(publish(project)) == without_time(first)
    page = project.folder / "public" / "index.html"
    before = page.read_text()
    page.unlink()
    assert ", 1 written" in publish(project)
    assert page.read_text() == before
    done = project.unladen("accept", "c12", "-b", "time_it", "--upto", "30%", "--reason", "why")
    assert done.returncode == 0, done.stdout + done.stderr
    publish(project)
    assert "accepted" in page.read_text()
    project.write("pyproject.toml", '[tool.unladen]\nhigher_is_better = ["time_it"]\n')
    assert ", 0 written" not in publish(project)
    events = json.loads(project.unladen("publish", "-o", "public", "--json", "-q").stdout)
    assert events["events"] == json.loads((page.parent / "events.json").read_text())


def test_what_is_no_longer_measured_leaves_the_site(project: Project) -> None:
    publish(project)
    commit = project.git("rev-parse", "c3")
    page = project.folder / "public" / "c" / f"{commit[:12]}.html"
    assert page.is_file()
    (project.folder / "results" / "asv" / "here" / f"{commit[:8]}-virtualenv-py3.11.json").unlink()
    publish(project)
    assert not page.exists()


def test_a_folder_of_somebody_else_is_left_alone(project: Project) -> None:
    project.write("public/thesis.txt", "mine")
    done = project.unladen("publish", "-o", "public", "-q")
    assert done.returncode == 2
    assert "not ours" in done.stderr
    assert (project.folder / "public" / "thesis.txt").read_text() == "mine"


def test_asv_publish_goes_on_working_and_links_to_our_site(project: Project) -> None:
    publish(project)
    conf = json.loads((project.folder / "asv.conf.json").read_text())
    conf |= {"plugins": [".unladen.asv_plugin"], "html_dir": "asv-site"}
    project.write("asv.conf.json", json.dumps(conf))
    project.write("pyproject.toml", '[tool.unladen]\nsite = "public"\n')
    words = [sys.executable, "-m", "asv", "publish", "--no-pull"]
    for _ in range(2):
        done = subprocess.run(
            words, cwd=project.folder, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
    page = (project.folder / "asv-site" / "index.html").read_text()
    assert page.count("../public/index.html") == 1
    assert (project.folder / "asv-site" / "graphs").is_dir()


def test_the_site_can_be_looked_at_in_a_browser(project: Project) -> None:
    words = [sys.executable, "-m", "unladen", "publish", "-o", "public", "--serve", "0", "-q"]
    with subprocess.Popen(words, cwd=project.folder, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        address = next(line.split()[0] for line in child.stdout if line.startswith("http"))
        with urllib.request.urlopen(address) as page:
            assert b"Got worse" in page.read()
        child.send_signal(2)
        begun = time.monotonic()
        child.wait(10)
        assert time.monotonic() - begun < 10
    assert child.returncode == 0


def test_a_site_in_the_folder_that_asv_empties_is_refused(project: Project) -> None:
    (project.folder / "site").mkdir()
    done = project.unladen("publish", "-q")
    assert done.returncode == 2
    assert "asv publish empties" in done.stderr
