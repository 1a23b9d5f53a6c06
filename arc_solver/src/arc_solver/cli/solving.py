"""`solve`."""

import argparse
import json
import sys
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from arc_solver.cli.browse import open_told
from arc_solver.cli.learning import library_folder
from arc_solver.cli.terminal import columns, wants_colour
from arc_solver.draw import ansi, plain, side_by_side
from arc_solver.errors import ProgramError, SolverError
from arc_solver.evaluate import Options
from arc_solver.generate import candidate_of
from arc_solver.guard import Limits
from arc_solver.program.check import Checked, check
from arc_solver.program.text import parse
from arc_solver.search.budget import Limits as SearchLimits
from arc_solver.search.learned import learned as learned_in
from arc_solver.search.results import searched
from arc_solver.solve import (
    Guess,
    Solution,
    mutants_for,
    own_candidate,
    solve,
    stored_candidates,
)
from arc_solver.tasks import Task
from arc_solver.workload import Candidate


def solve_(arguments: argparse.Namespace) -> int:
    task = open_told(arguments.data, arguments.split)[arguments.task]
    limits = Limits(seconds=arguments.limit_seconds, megabytes=arguments.limit_mb)
    options = Options(limits=limits)
    if arguments.program:
        solution = solve(task, [_given(Path(arguments.program))], options, arguments.guesses)
    else:
        solution = _searched(task, arguments, options)
    if arguments.json:
        print(json.dumps(_told(solution)))
    else:
        _tell(task, solution, wants_colour(arguments.colour))
    return 0 if any(guess.right is not False for guess in solution.guesses) else 1


def _searched(task: Task, arguments: argparse.Namespace, options: Options) -> Solution:
    """The task's own program; else every stored one; else search; else mutants."""
    learned = learned_in(library_folder(arguments.library))
    solution = Solution(task=task.id, tried=0, fitting=0, guesses=())
    for stage in ("own", "stored", "search", "mutants"):
        if stage == "search":
            if arguments.depth:
                solution = _by_search(task, arguments, solution)
            if solution.guesses:
                break
            continue
        if stage == "mutants" and arguments.candidates:
            print(f"no program fits; {arguments.candidates} mutants ...", file=sys.stderr)
        if stage == "own":
            candidates = own_candidate(task) or _learned(learned, (task.id,))
        elif stage == "stored":
            candidates = (*stored_candidates(), *_learned(learned, learned))
        else:
            candidates = mutants_for(task, arguments.candidates, arguments.seed)
        if candidates:
            found = solve(task, candidates, options, arguments.guesses)
            solution = replace(found, tried=solution.tried + found.tried)
        if solution.guesses:
            break
    return solution


def _learned(programs: Mapping[str, Checked], names: Iterable[str]) -> tuple[Candidate, ...]:
    return tuple(candidate_of(programs[name], name) for name in names if name in programs)


def _by_search(task: Task, arguments: argparse.Namespace, before: Solution) -> Solution:
    """What search finds that reproduces the train pairs: its first guess first."""
    print("no stored program fits; searching ...", file=sys.stderr)
    limits = SearchLimits(
        depth=arguments.depth, seconds=arguments.limit_seconds, megabytes=arguments.limit_mb
    )
    result = searched(task, limits)
    fitting = [guess for guess in result.guesses if not guess.missed]
    guesses = (
        Guess(
            origin="search",
            text=guess.program,
            outputs=guess.outputs,
            right=None if None in guess.right else all(guess.right),
        )
        for guess in fitting[: arguments.guesses]
    )
    tried = before.tried + len(result.guesses)
    return replace(before, tried=tried, fitting=len(fitting), guesses=tuple(guesses))


def _given(path: Path) -> Candidate:
    try:
        text = path.read_bytes().decode("utf-8")
    except OSError as error:
        raise SolverError(f"{path}: {error.strerror}", "--program FILE with a program") from error
    except UnicodeDecodeError as error:
        raise SolverError(f"{path}: is not UTF-8 text", "--program FILE with a program") from error
    try:
        return candidate_of(check(parse(text)), path.name)
    except ProgramError as error:
        raise SolverError(f"{path}, {error.what}", error.fix) from error


def _told(solution: Solution) -> dict[str, object]:
    return {
        "task": solution.task,
        "tried": solution.tried,
        "fitting": solution.fitting,
        "guesses": [
            {"origin": g.origin, "program": g.text, "outputs": g.outputs, "right": g.right}
            for g in solution.guesses
        ],
    }


def _tell(task: Task, solution: Solution, colour: bool) -> None:
    if not solution.guesses:
        print(f"{task.id}: none of {solution.tried} programs fits the train pairs")
        print("  next: --candidates 2000 tries more mutants, --program FILE a program of yours")
        return
    for number, guess in enumerate(solution.guesses, 1):
        print(f"guess {number}: program of {guess.origin}")
        print("".join(f"    {line}\n" for line in guess.text.splitlines()))
        for line in _grids(task, guess, colour):
            print(line)
    right = [guess.right for guess in solution.guesses]
    verdict = "right" if True in right else "not known" if None in right else "wrong"
    print(f"{task.id}: {verdict} ({solution.fitting} of {solution.tried} programs fit)")


def _grids(task: Task, guess: Guess, colour: bool) -> list[str]:
    drawn = ansi if colour else plain
    blocks = []
    for number, (sample, output) in enumerate(zip(task.test, guess.outputs, strict=True), 1):
        blocks.append((f"test {number}", drawn(sample.input)))
        verdict = "" if sample.output is None else ("right" if output == sample.output else "wrong")
        title = f"answer {number} {verdict}".rstrip()
        blocks.append((title, drawn(output) if output is not None else ["failed"]))
    return side_by_side(blocks, columns())
