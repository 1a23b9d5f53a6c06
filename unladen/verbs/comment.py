"""a decision's file -> one comment on the pull request that CI works for, edited in place."""

import argparse
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from unladen.errors import ConfigError, Exit, ToolError, UnladenError
from unladen.judge.decide import ranked
from unladen.model import Decision, NoDecision
from unladen.model.comments import NAME
from unladen.output import markdown
from unladen.output.words import as_code
from unladen.store import decisions
from unladen.tools import artifacts, ci, forges
from unladen.tools.ci import CiContext
from unladen.tools.deadline import Deadline
from unladen.tools.foreign import reading
from unladen.tools.forges import Thread
from unladen.tools.http import Refused
from unladen.tools.one_comment import Placed, placed
from unladen.verbs.result import Result

EXAMPLES = """\
  unladen comment unladen.json              in a workflow of GitHub's, or a job of GitLab's
  unladen comment unladen.json --dry-run    print the comment, and connect to nobody

The token comes from the environment: GITHUB_TOKEN (pull-requests: write), or UNLADEN_GITLAB_TOKEN.
This verb connects to the address of the API that the CI system sets, and to where that keeps
artifacts. How to add it to a project: docs/pull-requests.md"""
FILE = "unladen.json"
BOT = "github-actions[bot]"
REFUSED_TEXTS = (400, 413, 422)
"""A forge refuses the text with these, so another text may be taken."""
FORGES = {"github": "GITHUB_ACTIONS", "gitlab": "GITLAB_CI"}


def words(verb: argparse.ArgumentParser) -> None:
    verb.add_argument(
        "file",
        nargs="?",
        help="the file that `gate --json-file` wrote (default: unladen.json; in a workflow_run job:"
        " the artifact of the first workflow)",
    )
    which = verb.add_mutually_exclusive_group()
    for forge in FORGES:
        which.add_argument(f"--{forge}", action="store_true", help="(default: as CI says)")
    verb.add_argument("--pull-request", type=int, metavar="N", help="(default: CI's own)")
    verb.add_argument(
        "--name",
        default="gate",
        help="of the comment, and of the artefact unladen-NAME that it is made of (gate)",
    )
    verb.add_argument("--author", default="", metavar="LOGIN", help=f"who comments (GitHub: {BOT})")
    verb.add_argument("--dry-run", action="store_true", help="print the comment, send nothing")


@dataclass(frozen=True, slots=True)
class Written:
    """A comment's text, and how the verb ends when it has been sent."""

    text: str
    exit: Exit = Exit.PASS
    warning: str = ""


def run(arguments: argparse.Namespace) -> Result:
    if not NAME.fullmatch(arguments.name):
        what = f"--name {arguments.name[:40]!r} is no name for a comment"
        raise ConfigError(what, "--name gate: letters, digits, dots and dashes, 40 at most")
    if arguments.dry_run:
        found = decisions.read(Path(arguments.file or FILE))
        return Result(text_of(found).rstrip().splitlines())
    forge = _forge(arguments, os.environ)
    known = ci.github if forge == "github" else ci.gitlab
    context = known(os.environ, arguments.pull_request)
    deadline = Deadline()
    thread = _thread(forge, context, arguments.author, deadline)
    if thread is None:
        return Result(["no comment: the pull request has newer commits, or is closed"])
    written = _written(arguments, context, deadline.part(forges.LOOKING))
    done, written = _sent(thread, written, arguments.name, context)
    return Result(_lines(arguments, done, thread, written), written.exit)


def _forge(arguments: argparse.Namespace, environment: Mapping[str, str]) -> str:
    for forge in FORGES:
        if getattr(arguments, forge):
            return forge
    for forge, variable in FORGES.items():
        if environment.get(variable) == "true":
            return forge
    raise ConfigError("this is no CI system that is known here", "--github, --gitlab, or --dry-run")


def _thread(forge: str, context: CiContext, author: str, deadline: Deadline) -> Thread | None:
    if forge == "github":
        return forges.github(context, author or BOT, deadline)
    return forges.gitlab(context, author, deadline)


def _written(arguments: argparse.Namespace, context: CiContext, deadline: Deadline) -> Written:
    """Whatever is wrong with the decision, the comment of an earlier commit must not stay: it would
    be taken for the answer."""
    try:
        with reading("the decision of the gate", "run the gate again"):
            found = _decision(arguments, context, deadline)
            if context.followed and not isinstance(found, NoDecision):
                _check_head(found, context)
            return Written(text_of(found, context))
    except UnladenError as error:
        return _no_decision(error, context)


def _sent(
    thread: Thread, written: Written, name: str, context: CiContext
) -> tuple[Placed, Written]:
    """Where the forge refuses a text, the comment becomes "no decision"."""
    try:
        return placed(thread, written.text, name, context.run), written
    except Refused as refused:
        error = thread.error(refused)
        if written.warning or refused.status not in REFUSED_TEXTS:
            raise error from refused
    return _sent(thread, _no_decision(error, context), name, context)


def _no_decision(error: UnladenError, context: CiContext) -> Written:
    failure = NoDecision(
        base="base",
        head=context.head or "head",
        what=error.what,
        next=f"the log of the gate has more; {error.fix}",
        exit=int(error.exit),
    )
    return Written(text_of(failure, context), error.exit, str(error))


def _decision(
    arguments: argparse.Namespace, context: CiContext, deadline: Deadline
) -> Sequence[Decision] | NoDecision:
    if context.followed and not arguments.file:
        content = artifacts.decision_of_run(context, arguments.name, deadline)
        return decisions.parsed(content, f"{artifacts.FILE} of run {context.followed}")
    return decisions.read(Path(arguments.file or FILE))


def _check_head(found: Sequence[Decision], context: CiContext) -> None:
    other = next((each.head for each in found if each.head.hash != context.head), None)
    if other is not None:
        what = f"the decision is about {other.short}, and not about the head of its run"
        raise ToolError(what, "gate the head of the pull request, as the action does by itself")


def text_of(found: Sequence[Decision] | NoDecision, context: CiContext | None = None) -> str:
    if isinstance(found, NoDecision):
        text, head = markdown.failed(found), found.head[:8]
    else:
        text, head = markdown.of([ranked(each) for each in found]), found[0].head.short
    if context is None:
        return text
    link = f", [log and artefacts]({context.log})" if context.log else ""
    shown = as_code(context.head[:8] or head)
    return f"{text.rstrip()}\n\n<sub>unladen, of {shown}{link}</sub>\n"


def _lines(
    arguments: argparse.Namespace, done: Placed, thread: Thread, written: Written
) -> list[str]:
    comment = done.comment
    if arguments.json:
        told = {"schema": 1, "id": comment.id, "deed": done.deed.value, "address": comment.address}
        return [json.dumps({**told, "no_decision": written.warning})]
    lines = [f"comment {comment.id} {done.deed.value}  {comment.address}".rstrip()]
    if comment.author != thread.author:
        lines.append(
            f"  next  unladen comment --author {comment.author}, so that it is found again"
        )
    if written.warning:
        lines.append(f"it says that there is no decision: {written.warning}")
    return lines
