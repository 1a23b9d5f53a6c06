"""A solver of puzzles with the commits that fooled its authors: which work it does, and how much.

400 puzzles, of which 360 are solved; of each only what the accident needs differs between commits.
"""

from pathlib import Path

from tests.e2e.projects import Project, new_project

SOLVER = '''
"""Puzzles, and what solves them."""

PALETTE = {palette}


def puzzle(n):
    """Three kinds; of the last nobody knows how to solve it."""
    kind = "largest" if n % 50 < 17 else "colours" if n % 50 < 45 else "unknown"
    colour, length, colours = 1 + n % 25, 4 + n % 7, 2 + n % 3
    rows = [[colour] * length + [0] * (12 - length)]
    rows += [[0, 30 - k, 30 - k] * 4 for k in range(colours - 1)] + [[0] * 12] * 2
    right = {{"largest": length, "colours": colours, "unknown": colour + length}}[kind]
    return {{"id": f"task{{n:03}}", "kind": kind, "rows": rows, "right": right}}


PUZZLES = [puzzle(n) for n in range(400)]


def objects(row):
    """Runs of one colour."""
    found, run = [], []
    for cell in row:
        if run and run[-1] != cell:
            found.append(run)
            run = []
        if cell:
            run = [*run, PALETTE[PALETTE.index(cell)]]
    return [{cells} for each in [*found, run] if each]


def answer(puzzle):
    each = [run for row in puzzle["rows"] for run in objects(row)]
    if puzzle["kind"] == "largest":
        return {largest}
    if puzzle["kind"] == "colours":
        return {colours}
    return {unknown}


def run(puzzles):
    """Output by puzzle; what crashes has none."""
    outputs = {{}}
    for each in puzzles:
        try:
            outputs[each["id"]] = answer(each)
        except Exception:
            continue
    return outputs


def solved(puzzles):
    outputs = run(puzzles)
    return {{p["id"]: p["right"] for p in puzzles if outputs.get(p["id"]) == p["right"]}}


def score(puzzles):
    """How near the outputs are, by a measure of our own."""
    outputs = run(puzzles)
    return sum(near(outputs.get(p["id"]), p["right"]) for p in puzzles) / len(puzzles)


def near(output, right):
    return max(0.0, 1 - abs((output or 0) - right) / right)
'''
AS_IT_WAS = {
    "palette": "tuple(range(1, 31))",
    "cells": "each",
    "largest": "max(map(len, each))",
    "colours": "len({cell for run in each for cell in run})",
    "unknown": "None",
}
SUITE = """
import victim


class Solve:
    def time_solve(self):
        victim.run(victim.PUZZLES[:100])

    def answers(self):
        return victim.run(victim.PUZZLES[:100])


class Solved:
    def track_solved(self):
        return len(victim.solved(victim.PUZZLES))

    def answers(self):
        return victim.solved(victim.PUZZLES)


class Score:
    def track_score(self):
        return victim.score(victim.PUZZLES)
"""
SETTINGS = """
[tool.unladen]
higher-is-better = ["track_solved", "track_score"]
"""


def solver(folder: Path) -> Project:
    """With one commit, `first`, which is whole."""
    made = new_project(folder, SUITE)
    made.write("pyproject.toml", (folder / "pyproject.toml").read_text() + SETTINGS)
    solve_with(made)
    made.git("tag", "-d", "first")
    made.commit("first", "A solver of 360 puzzles")
    return made


def solve_with(project: Project, **changes: str) -> None:
    project.write("victim/__init__.py", SOLVER.format(**{**AS_IT_WAS, **changes}))
