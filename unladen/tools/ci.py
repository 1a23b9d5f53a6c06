"""a CI system's variables -> which pull request it works for, which run it is, where its log is."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from unladen.errors import ConfigError
from unladen.model.comments import CiRun
from unladen.tools.foreign import bounded_bytes, bounded_json, number_in, reading, text_in

MAX_BYTES = 8 << 20
ADDRESS = re.compile(r"https?://[A-Za-z0-9._:/\-]{1,300}")
OF_NONE = "this run is of no pull request"
ASK = "unladen comment --pull-request N, or let the workflow run on pull_request or workflow_run"


@dataclass(frozen=True, slots=True, kw_only=True)
class CiContext:
    api: str
    token: str
    project: str
    """`owner/name` of GitHub's, or GitLab's number."""
    number: int | None
    """Of the pull request, where the CI system says it."""
    head: str
    """The commit that the run is about; empty where nobody says."""
    branch: str = ""
    """`owner:branch`, by which GitHub finds a fork's pull request."""
    followed: int = 0
    """The run whose decision is to be told, where it is another one: who made that may be a
    stranger, and it must be about this head."""
    run: CiRun
    log: str
    """The address of the run, for readers; empty where it is none."""


def github(environment: Mapping[str, str], number: int | None = None) -> CiContext:
    """In the workflow of a pull request, or in one that follows it (`workflow_run`)."""
    event = _event(environment.get("GITHUB_EVENT_PATH", ""))
    repository = environment.get("GITHUB_REPOSITORY", "")
    if not re.fullmatch(r"[\w.-]{1,100}/[\w.-]{1,100}", repository):
        what = f"GITHUB_REPOSITORY is {repository[:100]!r}, and no owner/name"
        raise ConfigError(what, "GITHUB_REPOSITORY=owner/name, as GitHub's runners set it")
    log = f"{environment.get('GITHUB_SERVER_URL', '')}/{repository}/actions/runs/"
    common = {
        "api": environment.get("GITHUB_API_URL", "https://api.github.com"),
        "token": _token(environment, "GITHUB_TOKEN", "env: GITHUB_TOKEN: ${{ github.token }}"),
        "project": repository,
    }
    followed = event.get("workflow_run")
    if isinstance(followed, dict):
        return _followed(followed, common, number)
    request = event.get("pull_request")
    number = number if number is not None else number_in(request, "number")
    if number is None:
        raise ConfigError(OF_NONE, ASK)
    return CiContext(
        **common,
        followed=0,
        number=number,
        head=text_in(request, "head", "sha"),
        run=CiRun(_int(environment, "GITHUB_RUN_NUMBER"), _int(environment, "GITHUB_RUN_ATTEMPT")),
        log=_address(log + environment.get("GITHUB_RUN_ID", "")),
    )


def _followed(told: Mapping[str, Any], common: Mapping[str, Any], number: int | None) -> CiContext:
    """Of the run before this one its event says which head it had. That it is GitHub who says so
    matters: what the run itself left behind is a stranger's word."""
    if told.get("event") != "pull_request":
        what = f"the run that this one follows is of {text_in(told, 'event')[:100]!r}"
        raise ConfigError(what, ASK)
    followed = number_in(told)
    if followed is None:
        raise ConfigError("GITHUB_EVENT_PATH does not say which run this one follows", ASK)
    owner = text_in(told, "head_repository", "owner", "login")
    return CiContext(
        **common,
        number=number,
        head=text_in(told, "head_sha"),
        branch=f"{owner}:{text_in(told, 'head_branch')}",
        followed=followed,
        run=CiRun(number_in(told, "run_number") or 0, number_in(told, "run_attempt") or 1),
        log=_address(text_in(told, "html_url")),
    )


def gitlab(environment: Mapping[str, str], number: int | None = None) -> CiContext:
    """In a pipeline of a merge request."""
    iid = environment.get("CI_MERGE_REQUEST_IID", "")
    if number is None and not iid.isdecimal():
        fix = "rules: - if: $CI_PIPELINE_SOURCE == 'merge_request_event', or --pull-request N"
        raise ConfigError("this pipeline is of no merge request", fix)
    project = environment.get("CI_MERGE_REQUEST_PROJECT_ID") or environment.get("CI_PROJECT_ID", "")
    if not project.isdecimal():
        raise ConfigError(
            f"CI_PROJECT_ID is {project[:40]!r}", "CI_PROJECT_ID=12, as GitLab sets it"
        )
    how = "a project access token (api, Reporter) as the CI/CD variable UNLADEN_GITLAB_TOKEN"
    return CiContext(
        api=environment.get("CI_API_V4_URL", "https://gitlab.com/api/v4"),
        token=_token(environment, "UNLADEN_GITLAB_TOKEN", how),
        project=project,
        number=number if number is not None else int(iid),
        head=environment.get("CI_COMMIT_SHA", ""),
        run=CiRun(_int(environment, "CI_PIPELINE_ID"), _int(environment, "CI_JOB_ID")),
        log=_address(environment.get("CI_JOB_URL", "")),
    )


def _token(environment: Mapping[str, str], name: str, how: str) -> str:
    token = environment.get(name, "").strip()
    if not token:
        raise ConfigError(f"{name} is not set: nothing can be commented without a token", how)
    if not token.isascii() or not token.isprintable() or " " in token:
        raise ConfigError(f"{name} is no token: it has signs that none has", how)
    return token


def _int(environment: Mapping[str, str], name: str) -> int:
    told = environment.get(name, "")
    return int(told) if told.isdecimal() and len(told) < 18 else 0


def _address(told: str) -> str:
    return told if ADDRESS.fullmatch(told) else ""


def _event(path: str) -> Mapping[str, Any]:
    if not path:
        return {}
    fix = "GITHUB_EVENT_PATH is set by the runner; elsewhere: --pull-request N"
    with reading(path, fix):
        told = bounded_json(bounded_bytes(Path(path), MAX_BYTES), MAX_BYTES)
    return told if isinstance(told, dict) else {}
