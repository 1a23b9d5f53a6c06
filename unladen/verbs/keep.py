"""results <-> a branch of the remote that holds nothing else: for CI, whose machines forget."""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

from unladen.store.profiles import folder_of
from unladen.tools import result_branch, seals
from unladen.verbs.opening import open_project
from unladen.verbs.result import Result

EXAMPLES = """\
  unladen keep unladen-results --restore     at the start of a job: what was measured before
  unladen keep unladen-results               at its end: what it measured is added, and pushed
  unladen keep --pack results.tar            in a job that may not push, for one that may
  unladen keep --unpack results.tar          there
  unladen keep --environments                before a cache is saved with .asv/unladen in it

Records, profiles and asv's results. The working tree, the index and the branch that is checked out
stay as they are; git's own credentials are used."""


def words(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("branch", nargs="?", default="unladen-results", help="(unladen-results)")
    which = verb.add_mutually_exclusive_group()
    which.add_argument("--restore", action="store_true", help="bring them here instead")
    which.add_argument("--pack", metavar="FILE", help="into an archive instead")
    which.add_argument(
        "--environments",
        action="store_true",
        help="note what is in environments, so that a cache may bring them back",
    )
    which.add_argument("--unpack", metavar="FILE", help="from an archive instead")
    verb.add_argument(
        "--folder", action="append", metavar="DIR", help="instead of those of the project"
    )
    verb.add_argument("--remote", default="origin", help="(origin)")


def run(arguments: argparse.Namespace) -> Result:
    if arguments.environments:
        project = open_project(arguments)
        with project.measuring():  # who is at work there changes them
            return _told(arguments, seals.for_a_cache(project.work), "environments noted")
    here, folders = Path.cwd(), _folders(arguments)
    where = arguments.remote, arguments.branch
    if arguments.pack:
        count = result_branch.pack(here, folders, Path(arguments.pack))
        return _told(arguments, count, f"files packed into {arguments.pack}")
    if arguments.unpack:
        count = result_branch.unpack(here, folders, Path(arguments.unpack))
        return _told(arguments, count, f"files unpacked from {arguments.unpack}")
    if arguments.restore:
        count = result_branch.restore(here, folders, *where)
        return _told(arguments, count, f"files brought here from {arguments.branch}")
    count = result_branch.keep(here, folders, *where)
    return _told(arguments, count, f"files kept on {arguments.branch}")


def _told(arguments: argparse.Namespace, count: int, what: str) -> Result:
    if arguments.json:
        return Result([json.dumps({"schema": 1, "count": count, "what": what})])
    return Result([f"{count} {what}"])


def _folders(arguments: argparse.Namespace) -> Sequence[Path]:
    if arguments.folder:
        return [Path(each) for each in arguments.folder]
    project = open_project(arguments)
    return [project.records.folder, folder_of(project), project.asv.results]
