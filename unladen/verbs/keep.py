"""results <-> a branch of the remote that holds nothing else: for CI, whose machines forget."""

import argparse
import json
import os
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from unladen.errors import ConfigError
from unladen.store.profiles import result_folders
from unladen.tools import result_archive, result_branch, seals
from unladen.tools.result_files import ANOTHER_FOLDER, Arrived
from unladen.verbs.opening import open_project
from unladen.verbs.result import Result

MOST_NAMED = 20
EXAMPLES = """\
  unladen keep unladen-results --restore     bring what was measured before, at the start of a job
  unladen keep unladen-results               add what this job measured to the branch, and push it
  unladen keep --pack results.tar            in a job that may not push, for one that may
  unladen keep --unpack results.tar          in that other job
  unladen keep --environments                before a cache is saved with .asv/unladen in it

unladen keeps records, profiles and asv's results, byte for byte: files that end in .json, .json.gz,
.json.raw.gz or .txt.gz, and no links. --restore and --unpack write all files or none. They refuse
the whole if one file of the results is no JSON, has another ending, or has more than 64 MB.

--restore and --unpack replace results of the same name. The index, the branch that is checked out
and all other files stay as they are. unladen uses git's own credentials."""


def words(verb: argparse.ArgumentParser) -> None:
    verb.add_argument(
        "branch", nargs="?", default="unladen-results", help="of the remote (unladen-results)"
    )
    which = verb.add_mutually_exclusive_group()
    which.add_argument(
        "--restore", action="store_true", help="bring the branch's files here instead"
    )
    which.add_argument("--pack", metavar="FILE", help="write an archive instead")
    which.add_argument(
        "--environments",
        action="store_true",
        help="note what is in environments, so that a cache may bring them back",
    )
    which.add_argument("--unpack", metavar="FILE", help="read an archive instead")
    verb.add_argument(
        "--folder",
        action="append",
        metavar="DIR",
        help="a folder of results, instead of those of the project",
    )
    verb.add_argument("--remote", default="origin", help="(origin)")


def run(arguments: argparse.Namespace) -> Result:
    if arguments.environments:
        project = open_project(arguments)
        with project.measuring():  # who is at work there changes them
            count = seals.for_a_cache(project.work)
        return _said(arguments, count, f"{count} environments noted")
    folders = result_branch.folders_in(Path.cwd(), _folders(arguments))
    where = arguments.remote, arguments.branch
    if arguments.pack:
        count, left_out = result_archive.pack(folders, Path(arguments.pack))
        return _said(arguments, count, f"{_files(count)} packed into {arguments.pack}", left_out)
    if arguments.unpack:
        arrived = result_archive.unpack(folders, Path(arguments.unpack))
        return _arrived(arguments, arrived, arguments.unpack)
    if arguments.restore:
        restored = result_branch.restore(folders, *where)
        source = f"branch {arguments.branch}"
        if restored is None:
            source = f"{source}, which the remote does not have yet"
        return _arrived(arguments, restored or Arrived(), source)
    count, left_out = result_branch.keep(folders, *where)
    return _said(arguments, count, f"{_files(count)} added to branch {arguments.branch}", left_out)


def _arrived(arguments: argparse.Namespace, arrived: Arrived, source: str) -> Result:
    same = f", {arrived.same} already here with the same bytes" if arrived.same else ""
    what = f"{_files(arrived.written)} written from {source}{same}"
    if arguments.json:
        value = {"schema": 1, "count": arrived.count, **asdict(arrived), "what": what}
        return Result([json.dumps(value)])
    return Result([what])


def _said(
    arguments: argparse.Namespace, count: int, what: str, left_out: Sequence[str] = ()
) -> Result:
    warnings = [f"left out {each}" for each in left_out[:MOST_NAMED]]
    if len(left_out) > MOST_NAMED:
        warnings.append(f"left out {_files(len(left_out) - MOST_NAMED)} more")
    if arguments.json:
        value = {"schema": 1, "count": count, "what": what, "left_out": len(left_out)}
        return Result([json.dumps(value)], warnings=warnings)
    return Result([what], warnings=warnings)


def _files(count: int) -> str:
    return f"{count} file{'' if count == 1 else 's'}"


def _folders(arguments: argparse.Namespace) -> Sequence[Path]:
    if arguments.folder:
        return [Path(each) for each in arguments.folder]
    project = open_project(arguments)
    folders = result_folders(project)
    for each in folders:
        if project.folder.resolve().is_relative_to(os.path.abspath(each)):
            raise ConfigError(f"{each} is no folder of results: the suite is in it", ANOTHER_FOLDER)
    return folders
