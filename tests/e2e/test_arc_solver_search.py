"""Search on the command line: real processes, real files, real signals."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.e2e.test_arc_solver_cli import arc_solver

QUICK = ("--depth", "1", "--limit-states", "3000")


def test_search_tells_scores_and_keeps_every_guess_with_its_program(tmp_path: Path) -> None:
    done = arc_solver("search", "67a3c6ac", "007bbfb7", "36d67576", *QUICK, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "2          2 of 3" in done.stdout
    assert "for each test input" in done.stdout
    assert "\x1b[" not in done.stdout + done.stderr, "no colours in a pipe"
    (path,) = (tmp_path / "arc-solver-out").glob("search-*.jsonl")
    first = json.loads(path.read_text().splitlines()[0])
    assert first["task"] == "007bbfb7"
    assert first["guesses"][0]["program"].startswith("x1 = aspicture(I)\n")
    again = arc_solver("search", "67a3c6ac", "007bbfb7", "36d67576", *QUICK, cwd=tmp_path)
    assert "going on: 3 of 3 tasks are done already" in again.stderr
    assert again.stdout == done.stdout


def test_what_search_found_is_learned_and_then_solves(tmp_path: Path) -> None:
    arc_solver("search", "007bbfb7", *QUICK, cwd=tmp_path)
    (path,) = (tmp_path / "arc-solver-out").glob("search-*.jsonl")
    done = arc_solver("learn", str(path), "--library", "lib", "--json", cwd=tmp_path)
    assert json.loads(done.stdout)["learned"] == ["007bbfb7"]
    puzzle = {
        "train": [{"input": [[1, 0], [0, 0]], "output": [[1, 0, 0, 0], *[[0] * 4] * 3]}],
        "test": [{"input": [[0, 2], [0, 0]]}],
    }
    (tmp_path / "mine.json").write_text(json.dumps(puzzle))
    words = ("solve", "mine", "--data", ".", "--library", "lib", "--json")
    solution = json.loads(arc_solver(*words, cwd=tmp_path).stdout)
    assert solution["guesses"][0]["origin"] == "007bbfb7"


def test_solve_searches_where_no_stored_program_fits(tmp_path: Path) -> None:
    pair = {
        "input": [[0, 3, 0, 8, 0], [0, 0, 2, 0, 0]],
        "output": [[0, 3, 3, 8, 8], [0, 0, 2, 2, 2]],
    }
    other = {"input": [[0, 0, 0], [5, 0, 6]], "output": [[0, 0, 0], [5, 5, 6]]}
    puzzle = {"train": [pair, other], "test": [{"input": [[7, 0, 0, 1, 0]]}]}
    (tmp_path / "mine.json").write_text(json.dumps(puzzle))
    done = arc_solver("solve", "mine", "--data", ".", "--json", "--candidates", "0", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    guesses = json.loads(done.stdout)["guesses"]
    assert guesses[0]["origin"] == "search"
    assert guesses[0]["outputs"][0] == [[7, 7, 7, 1, 1]]
    assert "no stored program fits; searching" in done.stderr


def test_ctrl_c_loses_no_result_and_the_same_command_goes_on(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "arc_solver", "search", "--depth", "1", "--limit-seconds", "5"]
    process = subprocess.Popen(
        words, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    )
    out = tmp_path / "arc-solver-out"
    while not any(path.stat().st_size for path in out.glob("search-*.jsonl")):
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    told, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "the same command goes on" in told.decode()
    (path,) = out.glob("search-*.jsonl")
    kept = path.read_text().splitlines()
    assert kept
    assert all("guesses" in json.loads(line) for line in kept)


def test_an_unknown_set_or_no_results_are_told_with_what_to_do(tmp_path: Path) -> None:
    done = arc_solver("search", "--set", "nowhere", cwd=tmp_path)
    assert done.returncode == 2
    assert "training, evaluation, arcagi2" in done.stderr
    (tmp_path / "empty.jsonl").write_text("")
    done = arc_solver("learn", "empty.jsonl", cwd=tmp_path)
    assert done.returncode == 2
    assert "arc-solver search" in done.stderr
