"""Runs the steps of a composite action as GitHub's runner does: expressions, conditions, a real
shell for each `run`, files for outputs and summary. What a step `uses` is noted, and not run."""

import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

INSTALL = "install unladen"
TOKEN = re.compile(r"\s*(?:('(?:[^']|'')*')|(&&|\|\||==|!=|[!(),])|([\w*.-]+))")


def parsed(path: Path) -> Any:
    """As YAML 1.2, where `on` is a word."""
    return YAML(typ="safe").load(path.read_text("utf-8"))


class Expression:
    """The part of GitHub's language that the action uses; anything else is an error."""

    def __init__(self, text: str, contexts: Mapping[str, Any], failed: bool) -> None:
        self.words = [next(w for w in found if w) for found in TOKEN.findall(text)]
        assert "".join(self.words) == re.sub(r"\s+(?=(?:[^']*'[^']*')*[^']*$)", "", text), text
        self.contexts = contexts
        self.functions: dict[str, Callable[..., Any]] = {
            "always": lambda: True,
            "success": lambda: not failed,
            "hashFiles": lambda *_: "hash",
        }

    def value(self) -> Any:
        found = self._either()
        assert not self.words, self.words
        return found

    def _either(self) -> Any:
        found = self._both()
        while self._next("||"):
            other = self._both()
            found = found or other
        return found

    def _both(self) -> Any:
        found = self._equal()
        while self._next("&&"):
            other = self._equal()
            found = found and other
        return found

    def _equal(self) -> Any:
        found = self._one()
        for sign, wanted in (("==", True), ("!=", False)):
            if self._next(sign):
                return (str(found) == str(self._one())) is wanted
        return found

    def _one(self) -> Any:
        if self._next("!"):
            return not self._one()
        if self._next("("):
            found = self._either()
            assert self._next(")")
            return found
        word = self.words.pop(0)
        if word.startswith("'"):
            return word[1:-1].replace("''", "'")
        if self._next("("):
            arguments = []
            while not self._next(")"):
                arguments.append(self._either())
                self._next(",")
            return self.functions[word](*arguments)
        found = self.contexts
        for part in word.split("."):
            found = found.get(part, "") if isinstance(found, Mapping) else ""
        return found

    def _next(self, sign: str) -> bool:
        if self.words and self.words[0] == sign:
            self.words.pop(0)
            return True
        return False


@dataclass
class Done:
    """What a job's use of the action came to."""

    code: int = 0
    log: str = ""
    summary: str = ""
    outputs: dict[str, str] = field(default_factory=dict)
    used: dict[str, dict[str, str]] = field(default_factory=dict)
    """Other actions, by the step's name, with what they were given."""
    ran: list[str] = field(default_factory=list)


@dataclass
class Runner:
    action: Path
    workspace: Path
    temp: Path
    environment: Mapping[str, str]
    event: Mapping[str, Any]
    of_steps: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Further variables, by the step's name."""

    def run(self, only: str = "", **inputs: str) -> Done:
        """All steps, or the one of a name; inputs with `_` for `-`."""
        told = parsed(self.action / "action.yml")
        given = {name: str(each.get("default", "")) for name, each in told["inputs"].items()}
        for name, value in inputs.items():
            assert name.replace("_", "-") in given, name
            given[name.replace("_", "-")] = value
        done, steps = Done(), dict[str, Any]()
        contexts = {
            "inputs": given,
            "steps": steps,
            "github": {"event": self.event, "token": "job-token", "sha": "HEAD"},
            "runner": {"os": "Linux", "arch": "X64", "temp": str(self.temp)},
        }
        given["token"] = self._filled(given["token"], contexts, done)
        for step in told["runs"]["steps"]:
            if only in ("", step["name"]):
                self._step(step, contexts, steps, done)
        for name, each in told["outputs"].items():
            done.outputs[name] = self._filled(each["value"], contexts, done)
        return done

    def _step(
        self,
        step: Mapping[str, Any],
        contexts: Mapping[str, Any],
        steps: dict[str, Any],
        done: Done,
    ) -> None:
        condition = str(step.get("if", "success()")).removeprefix("${{").removesuffix("}}")
        wanted = Expression(condition, contexts, bool(done.code)).value()
        if not wanted or (done.code and not re.search(r"always\(\)", condition)):
            return
        done.ran.append(step["name"])
        outputs: dict[str, str] = {}
        if "uses" in step:
            given = {
                k: self._filled(str(v), contexts, done) for k, v in step.get("with", {}).items()
            }
            done.used[step["name"]] = {"uses": step["uses"], **given}
            outputs = {"cache-hit": "false", "cache-primary-key": given.get("key", "")}
        else:
            variables = {
                k: self._filled(str(v), contexts, done) for k, v in step.get("env", {}).items()
            }
            more = self.of_steps.get(step["name"], {})
            installed = (self.temp / "unladen" / "bin" / "unladen").exists()
            if not (installed and step["name"] == INSTALL):  # once for all tests
                outputs = self.shell(step["run"], {**more, **variables}, done)
        if "id" in step:
            steps[step["id"]] = {"outputs": outputs}

    def _filled(self, text: str, contexts: Mapping[str, Any], done: Done) -> str:
        def value(found: re.Match[str]) -> str:
            return str(Expression(found[1].strip(), contexts, bool(done.code)).value())

        return re.sub(r"\$\{\{(.*?)\}\}", value, text)

    def shell(self, script: str, variables: Mapping[str, str], done: Done) -> dict[str, str]:
        for name in ("output", "summary"):
            (self.temp / name).write_text("")
        (self.temp / "step.sh").write_text(script)
        own = {
            "GITHUB_OUTPUT": str(self.temp / "output"),
            "GITHUB_STEP_SUMMARY": str(self.temp / "summary"),
            "GITHUB_ACTION_PATH": str(self.action),
            "GITHUB_WORKSPACE": str(self.workspace),
            "RUNNER_TEMP": str(self.temp),
            "RUNNER_OS": "Linux",
        }
        ended = subprocess.run(
            ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", str(self.temp / "step.sh")],
            cwd=self.workspace,
            env={**self.environment, **own, **variables},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=300,
            check=False,
        )
        done.log += ended.stdout
        done.summary += (self.temp / "summary").read_text()
        done.code = done.code or ended.returncode
        lines = (self.temp / "output").read_text().splitlines()
        return dict(line.split("=", 1) for line in lines)


def obeyed(log: str) -> list[str]:
    """The lines of a log that GitHub's runner takes for commands. `##[...]` may stand anywhere in a
    line; while commands are stopped it obeys only the word that ends that."""
    found, word = [], ""
    for line in log.splitlines():
        if word:
            word = "" if line.strip() == f"::{word}::" else word
        elif line.lstrip().startswith("::stop-commands::"):
            word = line.strip().removeprefix("::stop-commands::")
        elif line.lstrip().startswith("::") or "##[" in line:
            found.append(line.strip())
    return found


SHIM = """#!/bin/sh
# a virtual environment that finds what the tests have, so that nothing is downloaded
if [ "$1 $2 $3" = "-I -m venv" ]; then
    "{python}" -I -m venv --without-pip "$4" || exit
    for site in "$4"/lib/python3*/site-packages; do echo "{site}" >"$site/of_the_tests.pth"; done
else
    exec "{python}" "$@"
fi
"""


def python_shim(folder: Path) -> Path:
    """A folder for PATH in which `python` makes environments quickly."""
    folder.mkdir(parents=True, exist_ok=True)
    site = next(path for path in sys.path if path.endswith("site-packages"))
    for name in ("python", "python3"):
        (folder / name).write_text(SHIM.format(python=sys.executable, site=site))
        (folder / name).chmod(0o755)
    return folder
