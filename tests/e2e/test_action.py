"""The action and GitLab's jobs, step by step in a real shell, on a small repository with a planted
slowdown: what a maintainer sees of them."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.projects import Project, new_project, share_environments
from tests.e2e.runner import INSTALL, Done, Runner, obeyed, parsed, python_shim
from tests.unit.unladen.fake_forge import INTEGRATION, FakeForge, Fault, running

ROOT = Path(__file__).parents[2]
SUITE = """
import victim


def time_work():
    victim.work()


def time_untouched():
    sum(range(20_000))
"""


NO_DEPENDENCIES = {"PIP_NO_DEPS": "1"}
"""What unladen needs is there already."""
LINE = "        total += k * k % 7\n"
PLANTED = LINE + "        total += k % 5\n        total -= k % 5\n"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """`main` went on after the branches left it: the base is where they did."""
    made = new_project(tmp_path_factory.mktemp("action") / "victim", SUITE)
    made.git("config", "uploadpack.allowAnySHA1InWant", "true")
    made.git("checkout", "-q", "-b", "slow")
    path = made.folder / "victim" / "__init__.py"
    path.write_text(path.read_text().replace(LINE, PLANTED))
    made.commit("slower")
    made.git("checkout", "-q", "-b", "plain", "first")
    made.work(extra="\n# a comment\n")
    made.commit("harmless")
    made.git("checkout", "-q", "-b", "torn", "first")
    path = made.folder / "pyproject.toml"
    path.write_text(path.read_text().replace("setuptools.build_meta", "nowhere"))
    made.commit("nobuild")
    made.git("checkout", "-q", "main")
    made.work(loops=200_000)
    made.commit("later")
    return made


@pytest.fixture(scope="module")
def action(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """As the runner has it: a copy of the repository, without what is only here."""
    folder = tmp_path_factory.mktemp("action-itself") / "unladen"
    folder.mkdir()
    for name in ("action.yml", "pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, folder / name)
    shutil.copytree(
        ROOT / "unladen", folder / "unladen", ignore=shutil.ignore_patterns("__pycache__")
    )
    return folder


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    shim = python_shim(tmp_path_factory.mktemp("shim"))
    dropped = {"PYTHONHASHSEED", "GITHUB_TOKEN"}
    inherited = {name: value for name, value in os.environ.items() if name not in dropped}
    return {**inherited, "PATH": f"{shim}:{os.environ['PATH']}"}


@pytest.fixture(scope="module")
def temp(
    tmp_path_factory: pytest.TempPathFactory, action: Path, environment: dict[str, str]
) -> Path:
    """With unladen in it, as the action's own step installs it."""
    folder = tmp_path_factory.mktemp("runner-temp")
    runner = Runner(action, folder, folder, environment, {}, {INSTALL: NO_DEPENDENCIES})
    done = runner.run(only=INSTALL, valgrind="false")
    assert done.code == 0, done.log
    return folder


@pytest.fixture
def forge() -> Iterator[FakeForge]:
    with running(FakeForge(token="job-token")) as made:
        yield made


@pytest.fixture
def runner(
    action: Path, project: Project, temp: Path, environment: dict[str, str], forge: FakeForge
) -> Runner:
    event = {"pull_request": {"number": 7, "head": {"sha": ""}, "base": {"sha": ""}}}
    settings = {
        "GITHUB_ACTIONS": "true",
        "GITHUB_API_URL": forge.address,
        "GITHUB_REPOSITORY": "octo/hello",
        "GITHUB_SERVER_URL": "https://github.com",
        "GITHUB_RUN_ID": "900",
        "GITHUB_RUN_NUMBER": "1",
        "GITHUB_RUN_ATTEMPT": "1",
        "GITHUB_EVENT_PATH": str(temp / "event.json"),
    }
    return Runner(action, project.folder, temp, {**environment, **settings}, event)


def pull_request(runner: Runner, project: Project, branch: str, **inputs: str) -> Done:
    """The branch is checked out as the runner does it."""
    project.git("checkout", "-q", branch)
    told = runner.event["pull_request"]
    told["head"]["sha"] = project.git("rev-parse", branch)
    told["base"]["sha"] = project.git("rev-parse", "main")
    Path(runner.environment["GITHUB_EVENT_PATH"]).write_text(json.dumps(runner.event))
    usual = {
        "python": "",
        "valgrind": "false",
        "arguments": "--budget\n120\n\n-q\n--witness\nnever\n",
    }
    return runner.run(**{**usual, **inputs})


def test_a_slowdown_fails_the_job_and_says_where_in_all_its_places(
    runner: Runner, project: Project, forge: FakeForge
) -> None:
    done = pull_request(runner, project, "slow", comment="true")
    assert done.code == 1, done.log
    assert done.outputs["verdict"] == "slower", done.log
    assert done.outputs["exit-code"] == "1"
    assert done.summary.startswith("**1 benchmark got slower: `suite.time_work` by ")
    (comment,) = forge.texts()
    assert comment.startswith(done.summary.strip().splitlines()[0])
    (line,) = [line for line in done.log.splitlines() if line.startswith("::error")]
    source = (project.folder / "victim" / "__init__.py").read_text()
    first = source.partition(PLANTED)[0].count("\n") + 2
    where = f"file=victim/__init__.py,line={first},endLine={first + 1}"
    assert line.startswith(f"::error {where},title=slower%3A suite.time_work::"), line
    assert f"at `victim/__init__.py:{first}` (a changed line)" in comment
    kept = done.used["keep the decision"]
    assert kept["name"] == "unladen-gate"
    names = {path.name for path in Path(done.outputs["files"]).iterdir()}
    assert {"comment.md", "unladen.json", "unladen.xml"} <= names
    _nothing_of_strangers_commands_the_runner(done.log)
    assert obeyed(done.log) == [line]
    _the_cache_is_of_the_base(done, project)


def _nothing_of_strangers_commands_the_runner(log: str) -> None:
    lines = log.splitlines()
    stop = next(n for n, line in enumerate(lines) if line.startswith("::stop-commands::"))
    word = lines[stop].removeprefix("::stop-commands::")
    again = lines.index(f"::{word}::")
    assert len(word) == 32
    assert any("suite.time_work" in line for line in lines[stop:again])
    assert not any(line.startswith("::") for line in lines[stop + 1 : again])


def _the_cache_is_of_the_base(done: Done, project: Project) -> None:
    restored, saved = (done.used[f"{what} environments and wheels"] for what in ("restore", "keep"))
    assert restored["key"].endswith(project.git("rev-parse", "first"))
    assert restored["key"].startswith(restored["restore-keys"].strip())
    assert saved["key"] == restored["key"]
    assert saved["path"] == restored["path"]


def test_a_harmless_pull_request_passes_with_one_line_though_its_target_went_on(
    runner: Runner, project: Project, forge: FakeForge
) -> None:
    done = pull_request(runner, project, "plain", comment="true")
    assert done.code == 0, done.log
    told = "**Nothing got slower**: 2 benchmarks run the same code on both sides; "
    assert done.summary.startswith(told)
    assert forge.texts()[0].startswith(told)
    assert "::error" not in done.log


def test_a_comment_that_is_refused_is_told_and_leaves_the_verdict(
    runner: Runner, project: Project, forge: FakeForge
) -> None:
    forge.faults.append(Fault("POST", "comments", 403, INTEGRATION))
    done = pull_request(runner, project, "plain", comment="true")
    assert done.code == 0
    assert "permissions: pull-requests: write" in done.log
    (warning,) = [line for line in done.log.splitlines() if line.startswith("::warning")]
    assert warning.endswith("verdict stands: pass")


def test_a_gate_that_cannot_build_fails_the_job_and_says_why_everywhere(
    runner: Runner, project: Project, forge: FakeForge
) -> None:
    done = pull_request(runner, project, "torn", comment="true")
    assert done.code == 4, done.log
    assert done.outputs["verdict"] == "no decision"
    for text in (done.summary, forge.texts()[0]):
        assert text.startswith("**No decision**, so this is no pass: `commit ")
    assert "::error title=unladen has no decision::" in done.log


@pytest.mark.parametrize(
    ("code", "undecided", "ends"),
    [("0", "warn", 0), ("1", "warn", 1), ("3", "warn", 0), ("3", "fail", 3), ("", "warn", 4)],
)
def test_undecided_is_told_and_only_what_was_asked_for_fails(
    runner: Runner, code: str, undecided: str, ends: int, action: Path
) -> None:
    (step,) = [s for s in parsed(action / "action.yml")["runs"]["steps"] if s["name"] == "verdict"]
    done = Done()
    runner.shell(step["run"], {"CODE": code, "UNDECIDED": undecided}, done)
    assert done.code == ends
    assert ("undecided, which is no pass" in done.log) is (code == "3")


@pytest.fixture
def shallow(project: Project, tmp_path: Path) -> Path:
    """As actions/checkout makes it unless it is told otherwise: one commit."""
    folder = tmp_path / "shallow"
    words = ["clone", "-q", "--depth", "1", "--branch", "slow", f"file://{project.folder}"]
    subprocess.run(["git", *words, str(folder)], check=True)
    return folder


def test_a_shallow_clone_gets_its_base(runner: Runner, project: Project, shallow: Path) -> None:
    base, head = (project.git("rev-parse", name) for name in ("main", "slow"))
    runner.workspace = shallow
    runner.event["pull_request"].update(base={"sha": base}, head={"sha": head})
    done = runner.run(only="find the base")
    assert done.code == 0, done.log
    made = (runner.temp / "output").read_text().split()
    assert made == [f"base={project.git('rev-parse', 'first')}", f"head={head}"]


def test_where_the_base_cannot_be_had_the_message_says_the_command_that_gets_it(
    runner: Runner, project: Project, shallow: Path
) -> None:
    base, head = (project.git("rev-parse", name) for name in ("main", "slow"))
    runner.workspace = shallow
    runner.event["pull_request"].update(base={"sha": base}, head={"sha": head})
    git = ["git", "-C", str(shallow)]
    subprocess.run([*git, "remote", "set-url", "origin", str(shallow / "gone")], check=True)
    done = runner.run(only="find the base")
    assert done.code == 2
    (line,) = [each for each in done.log.splitlines() if each.startswith("::error")]
    assert "fetch-depth: 0" in line
    command = line.rpartition("by hand: ")[2].split()
    subprocess.run([*git, "remote", "set-url", "origin", f"file://{project.folder}"], check=True)
    subprocess.run(command, cwd=shallow, check=True, capture_output=True)
    subprocess.run([*git, "merge-base", base, head], check=True, capture_output=True)


def test_no_script_has_an_expression_in_it_and_each_is_bash() -> None:
    """What an expression puts into a script is run: a branch may be called `$(reboot)`."""
    steps = parsed(ROOT / "action.yml")["runs"]["steps"]
    for workflow in sorted((ROOT / ".github" / "workflows").glob("*.yml")):
        steps += [s for job in parsed(workflow)["jobs"].values() for s in job["steps"]]
    scripts = [step["run"] for step in steps if "run" in step]
    assert len(scripts) > 8
    for script in scripts:
        assert "${{" not in script
        subprocess.run(["bash", "-n"], input=script, text=True, check=True)


def gitlab_job(name: str) -> dict[str, Any]:
    told = parsed(ROOT / "gitlab" / "unladen.yml")
    job = {**told[".unladen"], **told[name]}
    job["variables"] = {**told[".unladen"]["variables"], **told[name].get("variables", {})}
    return job


def gitlab_run(
    name: str, project: Project, environment: dict[str, str], temp: Path, action: Path
) -> tuple[int, str]:
    """As GitLab's runner: one shell for all lines, which ends at the first that fails."""
    job = gitlab_job(name)
    before = [line for line in job["before_script"] if "export" in line]  # it is installed already
    assert len(before) == 1
    script = "\n".join(("set -eo pipefail", *before, *job["script"]))
    script = script.replace("/tmp/unladen", str(temp / "unladen"))
    path = f"{Path(sys.executable).parent}:{environment.get('PATH', os.environ['PATH'])}"
    own = {
        "CI_PROJECT_DIR": str(project.folder),
        "GITLAB_CI": "true",
        "CI_JOB_ID": "2",
        "PATH": path,
    }
    usual = parsed(ROOT / "gitlab" / "unladen.yml")["variables"]
    asked = {"UNLADEN": str(action), "UNLADEN_ARGUMENTS": "--budget 30 -q"}
    variables = {**usual, **job["variables"], **asked}
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=project.folder,
        env={**environment, **variables, **own},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def test_gitlabs_gate_and_its_note(
    project: Project, environment: dict[str, str], temp: Path, action: Path
) -> None:
    # what is there is not installed by apt-get
    shim = Path(environment["PATH"].partition(":")[0]) / "valgrind"
    if shutil.which("valgrind") is None:
        shim.write_text("#!/bin/sh\nexit 1\n")
        shim.chmod(0o755)
    project.git("checkout", "-q", "plain")
    with running(FakeForge(gitlab=True, me="project_3_bot")) as forge:
        variables = {
            "CI_MERGE_REQUEST_DIFF_BASE_SHA": project.git("rev-parse", "first"),
            "CI_COMMIT_SHA": project.git("rev-parse", "plain"),
            "CI_MERGE_REQUEST_IID": "7",
            "CI_PROJECT_ID": "3",
            "CI_API_V4_URL": forge.address,
            "CI_PIPELINE_ID": "1",
        }
        environment = {**environment, **variables}
        code, log = gitlab_run("unladen:gate", project, environment, temp, action)
        assert code == 0, log
        for name in ("junit", "codequality"):
            report = gitlab_job("unladen:gate")["artifacts"]["reports"][name]
            assert (project.folder / report).is_file()
        code, log = gitlab_run("unladen:comment", project, environment, temp, action)
        assert (code, forge.comments) == (0, [])
        assert "UNLADEN_GITLAB_TOKEN is not set" in log
        environment["UNLADEN_GITLAB_TOKEN"] = forge.token
        code, log = gitlab_run("unladen:comment", project, environment, temp, action)
        assert code == 0, log
        assert forge.texts()[0].startswith("**Nothing got slower**: 2 benchmarks run the same code")


UNBUILT = """#!/bin/sh
# an unladen that measures all but a commit which does not build
case "$1 $2" in
"keep --pack") echo results >"$3" ;;
"run "*) exit 4 ;;
esac
"""


def test_what_was_measured_is_handed_over_where_a_commit_does_not_build(
    runner: Runner, project: Project, tmp_path: Path
) -> None:
    runner.temp, runner.workspace = tmp_path, project.folder
    program = tmp_path / "unladen" / "bin" / "unladen"
    program.parent.mkdir(parents=True)
    program.write_text(UNBUILT)
    program.chmod(0o755)
    usual = {"python": "", "valgrind": "false", "cache": "false", "results_branch": ""}
    done = runner.run(mode="measure", base="first", head="nobuild", **usual)
    assert done.code == 4, done.log
    assert Path(done.used["hand over what was measured"]["path"]).read_text() == "results\n"


@pytest.mark.long
def test_what_is_merged_is_measured_kept_on_its_branch_and_published(
    runner: Runner, project: Project, tmp_path: Path
) -> None:
    """The job that measures hands over to the one that may push, on another machine."""
    origin = tmp_path / "origin.git"
    subprocess.run(["git", "clone", "-q", "--bare", str(project.folder), str(origin)], check=True)
    runner.temp = tmp_path / "temp"
    shutil.copytree(
        Path(runner.environment["GITHUB_EVENT_PATH"]).parent, runner.temp, symlinks=True
    )
    first, later = (project.git("rev-parse", name) for name in ("first", "later"))
    usual = {"python": "", "valgrind": "false", "base": first, "head": later}
    made = _cloned(tmp_path / "measures", origin)
    runner.workspace = made.folder
    done = runner.run(
        mode="measure", arguments="--pairs\n4\n--budget\n20\n--no-profile\n-q", **usual
    )
    assert done.code == 0, done.log
    assert done.ran.index("measure what was merged") < done.ran.index(
        "keep environments and wheels"
    )
    archive = runner.temp / "unladen-results.tar"
    assert done.used["hand over what was measured"]["path"] == str(archive)
    other = _cloned(tmp_path / "publishes", origin)
    runner.workspace = other.folder
    (runner.temp / "unladen-results").mkdir()
    archive.rename(runner.temp / "unladen-results" / archive.name)
    done = runner.run(mode="publish", **usual)
    assert done.code == 0, done.log
    assert (other.folder / "public" / "index.html").is_file()
    kept = subprocess.run(
        ["git", "-C", str(origin), "ls-tree", "-r", "--name-only", "unladen-results"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert f"results/records/ci/{later[:12]}" in kept
    assert "victim" not in kept


def _cloned(folder: Path, origin: Path) -> Project:
    subprocess.run(["git", "clone", "-q", str(origin), str(folder)], check=True)
    made = Project(folder)
    share_environments(made)
    return made
