"""Workflows, the action and GitLab's template are what the forges' published schemas say."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
PAGE = ROOT / "docs" / "pull-requests.md"


def parsed(text: str) -> Any:
    return YAML(typ="safe").load(text)


def check(schema: str, *paths: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}"]
    return subprocess.run([*command, *map(str, paths)], capture_output=True, text=True, check=False)


def blocks() -> list[str]:
    """YAML of the documentation: what a reader copies."""
    return re.findall(r"(?s)```yaml\n(.*?)```", PAGE.read_text("utf-8"))


def test_the_files_fit_the_published_schemas(tmp_path: Path) -> None:
    copied = []
    for number, text in enumerate(block for block in blocks() if "jobs:" in block):
        copied.append(tmp_path / f"workflow{number}.yml")
        copied[-1].write_text(text)
    assert len(copied) >= 3
    for schema, paths in (
        ("github-workflows", [*WORKFLOWS, *copied]),
        ("github-actions", [ROOT / "action.yml"]),
        ("gitlab-ci", [ROOT / "gitlab" / "unladen.yml"]),
    ):
        done = check(schema, *paths)
        assert done.returncode == 0, done.stdout + done.stderr


def test_the_schema_would_have_found_a_mistake(tmp_path: Path) -> None:
    path = tmp_path / "action.yml"
    path.write_text((ROOT / "action.yml").read_text().replace("using: composite", "using: magic"))
    assert check("github-actions", path).returncode == 1


def test_what_the_action_asks_for_it_declares_and_uses() -> None:
    text = (ROOT / "action.yml").read_text("utf-8")
    declared = set(parsed(text)["inputs"])
    assert set(re.findall(r"inputs\.([\w-]+)", text)) == declared
    steps = {step["id"] for step in parsed(text)["runs"]["steps"] if "id" in step}
    assert set(re.findall(r"steps\.([\w-]+)", text)) <= steps


def jobs() -> list[tuple[str, dict[str, Any], dict[str, Any]]]:
    texts = [(path.name, path.read_text("utf-8")) for path in WORKFLOWS]
    texts += [(f"docs, block {n}", text) for n, text in enumerate(blocks()) if "jobs:" in text]
    found = []
    for name, text in texts:
        workflow = parsed(text)
        found += [(f"{name}: {job}", workflow, told) for job, told in workflow["jobs"].items()]
    return found


@pytest.mark.parametrize(("name", "workflow", "job"), jobs(), ids=lambda each: str(each)[:40])
def test_a_job_that_may_write_runs_no_code_of_a_pull_request(
    name: str, workflow: dict[str, Any], job: dict[str, Any]
) -> None:
    """Whoever may write neither builds nor measures what a pull request has; and nothing runs on
    pull_request_target, where a stranger's code would find a token that writes."""
    assert "pull_request_target" not in workflow["on"]
    assert "permissions" in workflow or "permissions" in job, "the usual rights may be all of them"
    rights = job.get("permissions", workflow.get("permissions", {}))
    writes = {what for what, how in rights.items() if how == "write"}
    gates = [
        s
        for s in job["steps"]
        if (s.get("with") or {}).get("mode", "gate") == "gate"
        and ("unladen@" in s.get("uses", "") or s.get("uses") == "./")
    ]
    if gates:
        assert writes <= {"pull-requests"}, name
        assert not writes or gates[0]["with"].get("comment") == "true", name


STRANGERS = re.compile(r'unladen/bin/(?:unladen|python)" (?!comment|\])')
"""A program of which the output has text of strangers; a comment is written with --github, and
unladen then stops commands by itself."""


def test_the_action_stops_commands_wherever_strangers_text_is_printed() -> None:
    """A build that prints `::error::` makes an annotation of its own, else."""
    calls = 0
    for step in parsed((ROOT / "action.yml").read_text("utf-8"))["runs"]["steps"]:
        script = step.get("run", "").replace("\\\n", " ")
        for line in script.splitlines():
            if not STRANGERS.search(line):
                continue
            calls += 1
            before = script.partition(line)[0]
            stopped = before.rfind("::stop-commands::$stop")
            assert stopped > before.rfind('echo "::$stop::"\n'), line
            assert re.search(r"2>&[13]", line), "two streams come in no order"
    assert calls >= 8


def test_the_action_runs_no_module_of_the_checkout() -> None:
    text = (ROOT / "action.yml").read_text("utf-8")
    started = re.findall(r"python3?\"? (.*-m) \w+", text)
    assert started
    assert set(started) == {"-I -m"}


def gitlab_job(name: str) -> dict[str, Any]:
    told = parsed((ROOT / "gitlab" / "unladen.yml").read_text("utf-8"))
    usual = told.get("variables", {}) | told[".unladen"]["variables"]
    base = {**told[".unladen"], "variables": usual}
    return {**base, **told[name], "variables": base["variables"] | told[name].get("variables", {})}


def test_gitlabs_job_with_the_token_starts_in_an_empty_folder_and_imports_nothing_there(
    tmp_path: Path,
) -> None:
    """A `venv.py` that another job had left in the folder read the token."""
    job = gitlab_job("unladen:comment")
    assert job["variables"]["GIT_STRATEGY"] == "empty"
    for name in ("venv", "pip", "runpy", "argparse", "encodings"):
        (tmp_path / f"{name}.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')")
    fake = tmp_path / "bin"
    fake.mkdir()
    (fake / "python").write_text(f'#!/bin/sh\nexec {sys.executable} "$@" --without-pip\n')
    (fake / "python").chmod(0o755)
    lines = [line for line in job["before_script"] if "pip install" not in line]
    script = "\n".join(["set -e", *lines, *job["script"]])
    script = script.replace("/tmp/unladen", str(tmp_path / "made"))
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=tmp_path,
        env={"PATH": f"{fake}:/usr/bin:/bin", "UNLADEN": "x", "CI_PROJECT_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert (tmp_path / "made").is_dir()
    assert not (tmp_path / "ran").exists()


def test_gitlabs_jobs_install_nothing_that_nobody_named() -> None:
    script = "\n".join(gitlab_job("unladen:gate")["before_script"])
    done = subprocess.run(
        ["/bin/bash", "-ec", script], env={"PATH": ""}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "UNLADEN: git+https://" in done.stdout
    assert gitlab_job("unladen:gate")["variables"]["UNLADEN"] == ""
