"""Two at once: nothing that one wrote is lost by the other, and nobody is told of a bug."""

import datetime
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.quality.collection import main
from tests.unit.unladen.values import record, timed
from unladen.model import Record
from unladen.model.accepted import Accepted
from unladen.store import accepted

WRITERS, EACH = 4, 12


def together(code: str, *words: str) -> None:
    """So many processes, begun at once, each told its number."""
    running = [
        subprocess.Popen([sys.executable, "-c", code, str(number), *words])
        for number in range(WRITERS)
    ]
    assert [each.wait(120) for each in running] == [0] * WRITERS


def test_what_several_measure_of_one_commit_at_once_is_all_kept(tmp_path: Path) -> None:
    code = """
import sys
from pathlib import Path
from tests.e2e.test_two_writers import EACH, one
from unladen.store.records import Records
me, folder = int(sys.argv[1]), Path(sys.argv[2])
for pair in range(EACH):
    Records(folder).save(one(f"session {me}", pair))
"""
    together(code, str(tmp_path))
    (path,) = tmp_path.rglob("*.json")
    (measured,) = json.loads(path.read_text())["measurements"].values()
    found = {(run["session"], run["pair"]) for run in measured["runs"]}
    assert found == {(f"session {me}", pair) for me in range(WRITERS) for pair in range(EACH)}


def one(session: str, pair: int) -> Record:
    measured = timed([1.0], session=session)[0]
    (run,) = measured.runs
    return record(replace(measured, runs=(replace(run, pair=pair),)))


def test_what_several_accept_at_once_is_all_answered_for(tmp_path: Path) -> None:
    code = """
import sys
from pathlib import Path
from tests.e2e.test_two_writers import EACH, entry
from unladen.store import accepted
me, folder = int(sys.argv[1]), Path(sys.argv[2])
for number in range(EACH):
    accepted.add(folder, entry(f"{me} {number}"))
"""
    together(code, str(tmp_path))
    reasons = {each.reason for each in accepted.load(tmp_path)}
    assert reasons == {f"{me} {number}" for me in range(WRITERS) for number in range(EACH)}


def entry(reason: str) -> Accepted:
    return Accepted(
        commit="a" * 12,
        benchmark="x",
        author="me",
        reason=reason,
        upto=0.1,
        expires=datetime.date(2027, 1, 1),
    )


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("two") / "collection"
    assert main([str(folder), "--noise=synthetic", "--commits=70", "--series=21"]) == 0
    return folder


def test_sites_that_are_made_at_once_are_whole_and_histories_beside_them_read(
    collection: Path,
) -> None:
    verbs = [("publish",), ("publish",), ("history",), ("publish",), ("history",)]
    running = [
        subprocess.Popen(
            [sys.executable, "-m", "unladen", *words, "-q"],
            cwd=collection,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for words in verbs
    ]
    told = [each.communicate(timeout=240)[0] for each in running]
    assert [each.returncode for each in running] == [0] * len(verbs), "\n".join(told)
    site = collection / "site" / "unladen"
    together_made = {path.name: path.read_bytes() for path in site.rglob("*") if path.is_file()}
    subprocess.run(
        [sys.executable, "-m", "unladen", "publish", "-q", "--fresh", "-o", "alone"],
        cwd=collection,
        check=True,
        capture_output=True,
    )
    alone = {p.name: p.read_bytes() for p in (collection / "alone").rglob("*") if p.is_file()}
    assert together_made == alone
