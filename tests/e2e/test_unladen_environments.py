"""A matrix of environments, other ways to make one, and one that cannot be made here."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.e2e.projects import CONFIG, Project, new_project

VERDICT = ("-q", "--ignore-dirty", "--no-why", "--witness", "never")
SUITE = """
import os
import victim


def time_work():
    victim.work()


def track_flag():
    return float(os.environ.get("VICTIM_FLAG", 0))
"""


@pytest.fixture
def project(tmp_path: Path) -> Project:
    made = new_project(tmp_path / "victim", SUITE)
    made.work(loops=80_000)
    made.commit("slower")
    return made


def configure(project: Project, **changes: object) -> None:
    project.write("asv.conf.json", json.dumps({**CONFIG, **changes}))


@pytest.mark.long
def test_every_environment_of_a_matrix_is_measured_when_asked_for(project: Project) -> None:
    configure(project, matrix={"env": {"VICTIM_FLAG": ["1", "2"]}})
    words = ("first", "slower", *VERDICT, "--budget", "30")
    done = project.unladen("gate", *words, "-E", "all", "--json", "--junit", "all.xml")
    assert done.returncode == 1, done.stderr
    told = json.loads(done.stdout)
    assert len({decision["environment"] for decision in told}) == 2
    flags = [c["head"] for d in told for c in d["comparisons"] if "flag" in c["benchmark"]]
    assert flags == [1.0, 2.0]
    assert len(ElementTree.parse(project.folder / "all.xml").getroot()) == 2
    again = project.unladen("gate", *words)
    assert "measured in 1 of 2 environments; -E all measures in each" in again.stdout


@pytest.mark.long
def test_a_conda_project_is_measured_by_virtualenv_where_conda_is_not(project: Project) -> None:
    if shutil.which("conda") or shutil.which("mamba"):
        pytest.skip("conda is here")
    configure(project, environment_type="conda")
    done = project.unladen("gate", "first", "slower", *VERDICT, "-b", "time_work")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "conda is not here: virtualenv instead" in done.stdout


HERE = f"virtualenv:{sys.version_info.major}.{sys.version_info.minor}"


@pytest.mark.long
def test_a_python_that_the_project_does_not_list_is_asked_for_by_name(project: Project) -> None:
    """Once two minutes were measured, and then there was no environment of that name."""
    configure(project, pythons=["3.1"], matrix={"req": {"setuptools": ["75.8.0"]}})
    none = project.unladen("gate", "first", "slower", *VERDICT)
    assert none.returncode == 2
    assert "-E virtualenv:3." in none.stderr
    words = ("-b", "time_work", "-E", HERE)
    done = project.unladen("gate", "first", "slower", *VERDICT, *words)
    assert done.returncode == 1, done.stdout + done.stderr
    assert f"-E {HERE}" in done.stdout
    (path,) = {*(project.folder / "results" / "asv").glob("*/*-setuptools75.8.0.json")} - {
        *(project.folder / "results" / "asv").glob(f"*/{project.git('rev-parse', 'first')[:8]}*")
    }
    assert json.loads(path.read_text())["requirements"] == {"setuptools": "75.8.0"}


@pytest.mark.long
@pytest.mark.skipif(shutil.which("uv") is None, reason="pip install uv")
def test_environments_made_by_uv(project: Project) -> None:
    configure(project, environment_type="uv")
    done = project.unladen("gate", "first", "slower", *VERDICT, "-b", "time_work")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "SLOWER" in done.stdout


@pytest.mark.long
def test_what_plain_asv_measured_can_be_compared(project: Project) -> None:
    """asv keeps one process a commit: too little to tell, and that is said."""
    asv = [sys.executable, "-m", "asv"]
    for words in (["machine", "--yes"], ["run", "first..slower", "--quick", "-b", "time_work"]):
        environment = {**os.environ, "HOME": str(project.folder)}
        subprocess.run([*asv, *words], cwd=project.folder, env=environment, check=True)
    results = project.folder / "results" / "asv"
    (machine,) = [path.name for path in results.iterdir() if path.is_dir()]
    again = ["run", "first^!", "--quick", "-b", "time_work"]
    subprocess.run([*asv, *again], cwd=project.folder, env=environment, check=False)
    done = project.unladen("compare", "first", "slower", "--machine", machine)
    assert done.returncode == 3, done.stdout + done.stderr
    assert "1 and 1 processes are too few" in done.stdout
    assert "from asv's result file" in done.stdout
