"""Laws of search: the same answers under every hash seed; lines that do what the steps did."""

import json
import os
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arc_solver.dsl.pictures import asgrid, aspicture, blank
from arc_solver.program.check import check
from arc_solver.program.run import run
from arc_solver.program.text import parse
from arc_solver.search.budget import Limits, Meter
from arc_solver.search.graph import Graph
from arc_solver.search.pieces import lay
from arc_solver.search.sizes import Frame
from arc_solver.search.steps import framed, steps_for
from arc_solver.search.texts import Writer
from arc_solver.search.views import View
from arc_solver.search.walk import Walk
from arc_solver.values import Grid, grid_of

CODE = """
import hashlib, json
from arc_solver.search.budget import Limits
from arc_solver.search.find import search
from arc_solver.search.puzzle import puzzle_of
from arc_solver.tasks import load
tasks = load("arcagi", "training")
for id in ("67e8384a", "1cf80156", "0520fde7"):
    found = search(puzzle_of(tasks[id]), Limits(depth=2, states=4000))
    print(id, found.states, json.dumps([[a.text, a.outputs, a.missed] for a in found.answers]))
"""

MEMORY = """
import resource
from arc_solver.search.budget import Limits
from arc_solver.search.find import search
from arc_solver.search.puzzle import puzzle_of
from arc_solver.tasks import load
puzzle = puzzle_of(load("arcagi", "training")["36d67576"])
search(puzzle, Limits(depth=1))
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
found = search(puzzle, Limits(depth=3, megabytes=24))
after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(found.stopped, (after - before) // 1024, len(found.answers))
"""

grids = st.integers(1, 5).flatmap(
    lambda width: st.lists(
        st.lists(st.sampled_from([0, 0, 1, 2]), min_size=width, max_size=width),
        min_size=1,
        max_size=5,
    ).map(grid_of)
)


def test_the_same_answers_under_every_hash_seed() -> None:
    told = {
        subprocess.run(
            [sys.executable, "-c", CODE],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "4242")
    }
    assert len(told) == 1


def test_a_search_takes_no_more_memory_than_its_limit() -> None:
    words = [sys.executable, "-c", MEMORY]
    told = subprocess.run(words, capture_output=True, text=True, check=True).stdout.split()
    assert told[0] == "memory"
    assert int(told[1]) <= 24
    assert int(told[2]) > 0, "and gives the best answers so far"


@settings(max_examples=40)
@given(grids, st.data())
def test_each_step_and_its_line_of_a_program_make_the_same(grid: Grid, data: Any) -> None:
    """From the state of one grid by some steps: the text, read and run, gives that state."""
    meter = Meter(Limits(depth=1))
    walk = Walk([Graph(aspicture(grid), meter)], meter)
    frame = Frame((blank((3, 4)),), size=(3, 4))
    walk.start()
    every = steps_for((1, 2), (1, 2)) + framed()
    walk.add_steps(
        tuple(data.draw(st.lists(st.sampled_from(every), min_size=12, max_size=12))), frame.pictures
    )
    reached = [0, *walk.grow(4, 5)]
    for joint in data.draw(st.lists(st.sampled_from(reached), min_size=5, max_size=5)):
        state = walk.graphs[0].states[walk.nodes[joint][0]]
        laid = lay(state, frame.pictures[0], placed=True)
        if laid is None:
            continue
        writer = Writer(walk, frame, View((0,)))
        name = writer.state(joint)
        name = writer.put(f"stacked({name})") if walk.many[joint] else name
        text = writer.text(writer.put(f"embedded({name}, {writer.frame()})"))
        assert run(check(parse(text)), grid).output == asgrid(laid), text


@pytest.mark.parametrize("colours", [((1, 2),), ((1, 2), (2, 1)), ((1, 2), (2, 3), (3, 1), (0, 4))])
def test_colours_are_exchanged_all_at_once(colours: tuple[tuple[int, int], ...]) -> None:
    grid = grid_of([[0, 1, 2, 3]])
    meter = Meter(Limits(depth=1))
    walk = Walk([Graph(aspicture(grid), meter)], meter)
    walk.start()
    writer = Writer(walk, None, View((0,)))
    text = writer.text(writer.recolored(writer.state(0), colours))
    table = dict(colours)
    made = run(check(parse(text)), grid).output
    assert made == grid_of([[table.get(colour, colour) for colour in grid[0]]]), json.dumps(text)
