"""what was found of a project -> the lines that `init` adds to its files: settings, what git is to
ignore, a workflow for each kind of CI."""

import json
import re
import shlex
from collections.abc import Mapping, Sequence

BARE = re.compile(r"[A-Za-z0-9_-]+")
PYTHON = "3.12"
OLDEST = (3, 11)
"""That runs unladen itself."""


def settings(
    categories: Mapping[str, Sequence[str]],
    table: str = "tool.unladen",
    whole: bool = True,
    environment: str = "",
) -> list[str]:
    """TOML; `table` is empty for a file of our own. Without `whole` only the categories."""
    lines = []
    if whole:
        lines += [f"[{table}]"] if table else []
        lines.append("allow = 0.01  # the largest slowdown that a gate lets pass: 1 %")
        lines.append('# must-run = ["."]  # what is known to work: fails also if base does')
    if whole and environment:
        lines.append(f"environment = {json.dumps(environment)}  # those of asv's cannot be made")
    if not categories:
        return lines
    lines += ["", "# what a change is a part of: the first pattern that fits; yours to edit"]
    lines.append(f"[{f'{table}.' if table else ''}categories]")
    for name, patterns in categories.items():
        told = ", ".join(_literal(pattern) for pattern in patterns)
        lines.append(f"{name if BARE.fullmatch(name) else json.dumps(name)} = [{told}]")
    return lines if whole else lines[1:]


def _literal(text: str) -> str:
    return f"'{text}'" if "'" not in text and text.isprintable() else json.dumps(text)


def ignored(paths: Sequence[str]) -> list[str]:
    """What measuring writes; whoever wants to keep records in git takes their line out."""
    return ["# what unladen measured: take a line out to keep that in the repository", *paths]


def pythons_for_ci(versions: Sequence[str]) -> list[str]:
    """The newest that the project measures with, and one that unladen itself runs on."""
    plain = [each for each in versions if re.fullmatch(r"3\.\d+", each)]
    ordered = sorted(plain, key=lambda each: int(each[2:]))
    if not ordered:
        return [PYTHON]
    newest = ordered[-1]
    return [newest] if (3, int(newest[2:])) >= OLDEST else [newest, PYTHON]


def installing(requirement: str) -> str:
    """The one place that says how a CI machine gets unladen, as a word of YAML. Without `-I` a
    `pip.py` of the pull request would be run."""
    return json.dumps(f"python -I -m pip install {shlex.quote(requirement)}")


def github(inside: str, pythons: Sequence[str], requirement: str) -> list[str]:
    """Of the repository's workflows one; `inside` is the suite's folder, from the top."""
    where = f"/{_name(inside)}" if inside else ""
    folder = ["defaults:", "  run:", f"    working-directory: {json.dumps(inside)}"]
    versions = [f"            {version}" for version in pythons]
    return [
        f"name: unladen{where}",
        "on: pull_request",
        "permissions:",
        "  contents: read",
        "concurrency:",
        f"  group: unladen{where}-${{{{ github.ref }}}}",
        "  cancel-in-progress: true",
        *(folder if inside else []),
        "jobs:",
        "  gate:",
        "    runs-on: ubuntu-latest",
        "    timeout-minutes: 30",
        "    steps:",
        "      - uses: actions/checkout@v4",
        "        with:",
        "          fetch-depth: 0  # the base is needed, too, and tags where they make versions",
        "          persist-credentials: false",
        "      - uses: actions/setup-python@v5",
        "        with:",
        "          python-version: |",
        *versions,
        "      # where valgrind is, instructions are counted",
        "      - run: sudo apt-get update -q && sudo apt-get install -q --yes valgrind",
        f"      - run: {installing(requirement)}",
        "      # HEAD is the merge that the pull request would make, HEAD^1 the branch without it;",
        "      # 3 is undecided: it is told in the summary, and stops nobody",
        "      - run: unladen gate HEAD^1 HEAD --github --markdown unladen.md || test $? -eq 3",
        "      - if: ${{ !cancelled() }}",
        '        run: test ! -e unladen.md || cat unladen.md >> "$GITHUB_STEP_SUMMARY"',
    ]


def gitlab(inside: str, pythons: Sequence[str], requirement: str, stage: str = "test") -> list[str]:
    """A job for merge requests, in a file that `.gitlab-ci.yml` includes."""
    image = pythons[-1] if pythons else PYTHON
    base = '"$CI_MERGE_REQUEST_DIFF_BASE_SHA"'
    place = f"{inside}/" if inside else ""
    return [
        f"unladen{f'-{_name(inside)}' if inside else ''}:",
        f"  stage: {stage}",
        f"  image: python:{image}",
        "  rules:",
        '    - if: $CI_PIPELINE_SOURCE == "merge_request_event"',
        "  variables:",
        '    GIT_DEPTH: "0"',
        "  before_script:",
        "    - apt-get update -q && apt-get install -q --yes git valgrind",
        f"    - {installing(requirement)}",
        "  script:",
        *([f"    - cd {json.dumps(inside)}"] if inside else []),
        f"    - unladen gate {base} HEAD --junit unladen.xml --markdown unladen.md",
        "  allow_failure:",
        "    exit_codes: 3  # undecided is told, and stops nobody",
        "  artifacts:",
        "    when: always",
        "    paths:",
        f"      - {json.dumps(f'{place}unladen.md')}",
        "    reports:",
        f"      junit: {json.dumps(f'{place}unladen.xml')}",
    ]


def gitlab_include(path: str) -> list[str]:
    return ["include:", f"  - local: {json.dumps(path)}"]


def stage_of(pipeline: str) -> str:
    """One that a `.gitlab-ci.yml` has: `test`, unless it lists others."""
    listed = re.search(r"(?m)^stages:\s*(\[[^\]]*\]|(?:\n\s*- .*)+)", pipeline)
    names = re.findall(r"[\w.-]+", listed[1].replace("- ", " ")) if listed else []
    return "test" if not names or "test" in names else str(names[0])


def workflow_name(inside: str) -> str:
    """Of a file: one for each suite of a repository."""
    return f"unladen-{_name(inside)}.yml" if inside else "unladen.yml"


def _name(inside: str) -> str:
    return re.sub(r"[^\w.]+", "-", inside).strip("-")


NO_SUITE = """\
what unladen measures is a suite of asv's: functions whose names begin with time_, in a folder.
A first one is three small files, here for {project}:

  asv.conf.json
    {{"version": 1, "project": "{project}", "repo": ".", "branches": ["HEAD"],
     "environment_type": "virtualenv", "benchmark_dir": "benchmarks",
     "env_dir": ".asv/env", "results_dir": ".asv/results", "html_dir": ".asv/html"}}
  benchmarks/__init__.py
    (empty)
  benchmarks/first.py
    import {package}

    def time_something():
        {package}.something()   # what users wait for

Tests that ask for pytest-benchmark's fixture are a suite, too."""


def no_suite(project: str, package: str) -> list[str]:
    return NO_SUITE.format(project=project, package=package).splitlines()
