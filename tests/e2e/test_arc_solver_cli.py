"""The command line as a person uses it: real processes, real files, real signals."""

import json
import os
import pty
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from arc_solver.workload import load_workload
from tests.e2e.clusters import machines
from tests.unit.arc_solver.programs_of_the_tests import ENDLESS, RIGHT, mirror_task, workload_of

ROOT = Path(__file__).parents[2]
SMALL = ROOT / "benchmarks" / "workloads" / "small.jsonl"


def arc_solver(*words: str, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "arc_solver", *words],
        cwd=cwd,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_solve_prints_the_answer_and_that_it_is_right(tmp_path: Path) -> None:
    done = arc_solver("solve", "67a3c6ac", cwd=tmp_path)
    assert done.returncode == 0
    assert "O = vmirror(I)" in done.stdout
    assert "761" in done.stdout
    assert "167" in done.stdout
    assert "67a3c6ac: right" in done.stdout
    assert "\x1b[" not in done.stdout, "no colours in a pipe"


def test_solve_answers_every_task_of_a_sample_and_says_which_it_cannot(tmp_path: Path) -> None:
    done = arc_solver("solve", "264363fd", "--candidates", "0", "--depth", "1", cwd=tmp_path)
    assert done.returncode == 1
    assert "none of" in done.stdout
    assert "next:" in done.stdout


def test_solve_with_a_wrong_program_fails_and_says_where_a_bad_one_is_bad(tmp_path: Path) -> None:
    (tmp_path / "wrong.arc").write_text("O = hmirror(I)\n")
    done = arc_solver("solve", "67a3c6ac", "--program", "wrong.arc", cwd=tmp_path)
    assert done.returncode == 1
    (tmp_path / "bad.arc").write_text("x1 = height(I)\nO = canvas(x1, x1)\n")
    done = arc_solver("solve", "67a3c6ac", "--program", "bad.arc", cwd=tmp_path)
    assert done.returncode == 2
    assert "bad.arc, line 2, column 16" in done.stderr


def test_solve_takes_a_puzzle_of_ones_own_without_its_answer(tmp_path: Path) -> None:
    pair = {"input": [[1, 2]], "output": [[2, 1]]}
    puzzle = {
        "train": [pair, {"input": [[3, 0]], "output": [[0, 3]]}],
        "test": [{"input": [[4, 5]]}],
    }
    (tmp_path / "mine.json").write_text(json.dumps(puzzle))
    done = arc_solver("solve", "mine", "--data", ".", "--json", cwd=tmp_path)
    assert done.returncode == 0
    solution = json.loads(done.stdout)
    assert solution["guesses"][0]["outputs"] == [[[5, 4]]]
    assert solution["guesses"][0]["right"] is None


def test_a_mutant_is_tried_where_no_stored_program_fits(tmp_path: Path) -> None:
    pair = {"input": [[1, 2], [3, 4]], "output": [[1, 7], [3, 4]]}
    other = {"input": [[2, 2, 5]], "output": [[7, 7, 5]]}
    puzzle = {"train": [pair, other], "test": [{"input": [[2, 0]]}]}
    (tmp_path / "mine.json").write_text(json.dumps(puzzle))
    words = ("solve", "mine", "--data", ".", "--depth", "0", "--json")
    few = json.loads(arc_solver(*words, "--candidates", "0", cwd=tmp_path).stdout)
    more = json.loads(arc_solver(*words, "--candidates", "300", cwd=tmp_path).stdout)
    assert few["guesses"] == []
    assert more["tried"] == few["tried"] + 300


def test_show_draws_and_writes_a_picture(tmp_path: Path) -> None:
    drawn = arc_solver("show", "67a3c6ac", "--colour", "always", cwd=tmp_path)
    assert "\x1b[48;5;" in drawn.stdout
    done = arc_solver("show", "67a3c6ac", "--svg", "task.svg", cwd=tmp_path)
    assert done.returncode == 0
    assert (tmp_path / "task.svg").read_text().startswith("<svg")


def test_list_tells_tasks_and_primitives(tmp_path: Path) -> None:
    tasks = json.loads(arc_solver("list", "--json", cwd=tmp_path).stdout)
    assert len(tasks) == 400
    assert sum(task["program"] for task in tasks) >= 60
    primitives = json.loads(arc_solver("list", "--primitives", "--json", cwd=tmp_path).stdout)
    assert {"name", "types", "words", "example"} == set(primitives[0])
    assert len(primitives) >= 160


def test_a_damaged_file_is_named_set_aside_and_the_rest_goes_on(tmp_path: Path) -> None:
    pair = {"input": [[1]], "output": [[1]]}
    (tmp_path / "good.json").write_text(json.dumps({"train": [pair], "test": [pair]}))
    (tmp_path / "torn.json").write_text('{"train": [')
    done = arc_solver("list", "--data", ".", cwd=tmp_path)
    assert done.returncode == 0
    assert "good" in done.stdout
    assert "set aside: torn.json" in done.stderr


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--help"], 0),
        (["evaluate", "--help"], 0),
        ([], 2),
        (["nonsense"], 2),
        (["solve", "no_such_task"], 2),
        (["solve", "67a3c6ac", "--data", "no_such_set"], 2),
        (["evaluate", "no_such_file"], 2),
        (["evaluate", "--jobs", "0"], 2),
        (["evaluate", "--limit-seconds", "nan"], 2),
        (["generate", "--tasks", "9999", "--out", "x.jsonl"], 2),
        (["evaluate", "--tasks", "1", "--out", "/proc/nowhere"], 2),
        (["evaluate", str(SMALL), "--tasks", "3"], 2),
        (["evaluate", "--limit-mb", "99999999999"], 2),
    ],
)
def test_exit_codes_mean_one_thing_and_errors_say_what_to_do_next(
    words: list[str], code: int, tmp_path: Path
) -> None:
    done = arc_solver(*words, cwd=tmp_path)
    assert done.returncode == code
    assert "Traceback" not in done.stderr
    usage = {"--jobs", "--limit-seconds", "--limit-mb"}
    if code and len(words) > 1 and not usage & set(words):
        assert "next:" in done.stderr


def test_generate_writes_the_same_bytes_again_and_never_over_a_file(tmp_path: Path) -> None:
    words = ["generate", "--tasks", "2", "--per-task", "5", "--seed", "9", "--out"]
    assert arc_solver(*words, "a.jsonl", cwd=tmp_path, PYTHONHASHSEED="1").returncode == 0
    assert arc_solver(*words, "b.jsonl", cwd=tmp_path, PYTHONHASHSEED="2").returncode == 0
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()
    assert arc_solver(*words, "a.jsonl", cwd=tmp_path).returncode == 2


def test_evaluate_tells_outcomes_that_add_up_and_where_the_time_went(tmp_path: Path) -> None:
    done = arc_solver("evaluate", str(SMALL), "--spans", cwd=tmp_path)
    assert done.returncode == 0
    assert "candidates 165:" in done.stdout
    assert "unaccounted" in done.stdout
    told = json.loads(arc_solver("evaluate", str(SMALL), "--json", cwd=tmp_path).stdout)
    assert sum(told["outcomes"].values()) == told["asked"] == 165
    assert len(told["solved"]) == 5
    assert list((tmp_path / "arc-solver-out" / "solvers").iterdir())


def test_answers_are_the_same_under_three_hash_seeds_and_two_ways_of_working(
    tmp_path: Path,
) -> None:
    ways = [("0", "--in-process"), ("1", "--jobs=2"), ("77", "--jobs=1")]
    told = [
        json.loads(
            arc_solver(
                "evaluate", str(SMALL), "--json", way, cwd=tmp_path, PYTHONHASHSEED=seed
            ).stdout
        )
        for seed, way in ways
    ]
    answers = [{task["task"]: task["answers"] for task in each["tasks"]} for each in told]
    assert answers[0] == answers[1] == answers[2]


def test_a_cluster_gives_the_same_answers_and_one_that_is_not_there_is_told(
    tmp_path: Path,
) -> None:
    pytest.importorskip("distributed")
    words = ("evaluate", str(SMALL), "--json")
    here = json.loads(arc_solver(*words, "--out", "here", cwd=tmp_path).stdout)
    gone = arc_solver(*words, "--on", "gone.json", cwd=tmp_path)
    assert gone.returncode == 2
    assert "gone.json is neither an address nor a scheduler's file" in gone.stderr
    with machines(tmp_path / "machines") as made:
        nobody = arc_solver(*words, "--on", made.on, cwd=tmp_path)
        assert "the cluster has no workers" in nobody.stderr
        made.start_worker("ash")
        made.wait_for(1)
        done = arc_solver(*words, "--on", made.on, "--out", "there", cwd=tmp_path)
        assert done.returncode == 0, done.stderr
    there = json.loads(done.stdout)
    assert [task["answers"] for task in there["tasks"]] == [
        task["answers"] for task in here["tasks"]
    ]
    assert there["solved"] == here["solved"]


def _interrupted_run(folder: Path, workload: Path) -> tuple[float, str]:
    """Start an evaluation on a terminal of its own, press Ctrl-C once it hangs; seconds to end."""
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "arc_solver", "evaluate", str(workload), "--jobs", "2"],
        cwd=folder,
        stdin=slave,
        stdout=subprocess.PIPE,
        stderr=slave,
        start_new_session=True,
    )
    os.close(slave)
    runs = folder / "arc-solver-out" / "runs"
    deadline = time.monotonic() + 30
    while not list(runs.glob("*.partial.jsonl")) and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(0.5)
    assert len(_processes_in(folder)) == 3, "the command and two workers"
    pressed = time.monotonic()
    os.killpg(process.pid, signal.SIGINT)
    out, _ = process.communicate(timeout=30)
    took = time.monotonic() - pressed
    os.close(master)
    assert process.returncode == 130
    return took, out.decode()


def _processes_in(folder: Path) -> list[str]:
    """The command lines of all processes that work in a folder."""
    found = []
    for process in Path("/proc").iterdir():
        try:
            if (process / "cwd").readlink() == folder:
                found.append((process / "cmdline").read_bytes().decode(errors="replace"))
        except OSError:
            continue
    return found


def test_ctrl_c_ends_all_workers_keeps_what_is_done_and_the_next_run_resumes(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "puzzles"
    folder.mkdir()
    tasks = [mirror_task(name) for name in ("a", "b", "c")]
    for task in tasks:
        pairs = {
            part: [{"input": s.input, "output": s.output} for s in samples]
            for part, samples in (("train", task.train), ("test", task.test))
        }
        (folder / f"{task.id}.json").write_text(json.dumps(pairs))
    slow, quick = workload_of(tasks[:2], (ENDLESS,)), workload_of(tasks[2:], (RIGHT,))
    items = (slow.items[0], quick.items[0], slow.items[1])
    workload = replace(slow, items=items, data=str(folder), split="training")
    workload.save(tmp_path / "w.jsonl")
    took, out = _interrupted_run(tmp_path, tmp_path / "w.jsonl")
    assert took < 60, "of candidates that never end"
    assert "1 ok" in out
    assert "2 not run" in out
    assert "2 tasks are left" in out
    assert _processes_in(tmp_path) == []
    words = ("evaluate", "w.jsonl", "--jobs", "2", "--json", "--limit-seconds", "0.5")
    again = arc_solver(*words, cwd=tmp_path)
    assert json.loads(again.stdout)["outcomes"]["timeout"] == 2


def test_an_interrupted_run_of_the_same_key_goes_on(tmp_path: Path) -> None:
    workload = load_workload(SMALL)
    first = arc_solver("evaluate", str(SMALL), cwd=tmp_path)
    assert first.returncode == 0
    (complete,) = (tmp_path / "arc-solver-out" / "runs").glob("*.jsonl")
    lines = complete.read_text().splitlines(keepends=True)
    partial = complete.with_name(complete.name.replace(".jsonl", ".partial.jsonl"))
    partial.write_text("".join(lines[:3]) + lines[3][:100])
    again = arc_solver("evaluate", str(SMALL), cwd=tmp_path)
    assert f"going on: 3 of {len(workload.items)} tasks are done already" in again.stderr
    assert again.stdout.splitlines()[:3] == first.stdout.splitlines()[:3]
    assert not partial.exists()
