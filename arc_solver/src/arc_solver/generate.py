"""library x seed -> candidates for tasks, as a frozen Workload.

The same seed gives the same bytes on every machine and Python version.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from arc_solver import library
from arc_solver.errors import SolverError
from arc_solver.mutate import mutant_of
from arc_solver.program.check import Checked
from arc_solver.program.form import canonical, text_hash
from arc_solver.randomness import Random
from arc_solver.tasks import Task, TaskSet
from arc_solver.workload import Candidate, Item, Workload

MAX_LINES = 40
MAX_TRIES_EACH = 200


class GenerateError(SolverError):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What is to be drawn. `known_only` draws tasks that have a program in the library."""

    name: str
    seed: int
    data: str
    split: str
    tasks: int
    per_task: int
    known_only: bool = False


def generate(
    request: Request,
    tasks: TaskSet,
    on_item: Callable[[Item], None] | None = None,
    learned: Mapping[str, Checked] | None = None,
) -> Workload:
    """From the stored programs; and from learned ones, for tasks that have no stored one."""
    if request.per_task < 1 or request.tasks < 1:
        raise GenerateError("nothing to draw", "ask for at least one task and one candidate")
    known = {**(learned or {}), **library.programs()}
    pool = [task for task in tasks if task.id in known or not request.known_only]
    if request.tasks > len(pool):
        what = f"{request.tasks} tasks asked for, {len(pool)} are there"
        raise GenerateError(what, f"--tasks {len(pool)}")
    chosen = Random(f"{request.seed}/tasks").sample(pool, request.tasks)
    items = []
    for task in sorted(chosen, key=lambda task: task.id):
        items.append(draw(task, request.per_task, request.seed, known))
        if on_item is not None:
            on_item(items[-1])
    return Workload(
        name=request.name,
        seed=request.seed,
        data=request.data,
        split=request.split,
        library=library.digest(known) if learned else library.digest(),
        items=tuple(items),
    )


def draw(task: Task, count: int, seed: int, known: Mapping[str, Checked]) -> Item:
    """The task's own program, where there is one; mutants of it; other programs and their mutants.

    Each task has its own stream of random numbers: which other tasks are drawn changes nothing.
    """
    random = Random(f"{seed}/{task.id}")
    found: dict[str, Candidate] = {}
    drawn = _drawn(task, random, known)
    for _ in range(count * MAX_TRIES_EACH):
        origin, program = next(drawn)
        candidate = candidate_of(program, origin)
        if candidate.text.count("\n") <= MAX_LINES:
            found.setdefault(candidate.id, candidate)
        if len(found) == count:
            return Item(
                task=task.id, digest=task.digest, candidates=tuple(_shuffled(found, random))
            )
    what = f"task {task.id}: only {len(found)} different candidates of {count} could be drawn"
    raise GenerateError(what, f"--per-task {len(found)}")


def candidate_of(checked: Checked, origin: str) -> Candidate:
    text = str(canonical(checked).program)
    return Candidate(id=text_hash(text)[:16], origin=origin, text=text)


def _shuffled(found: Mapping[str, Candidate], random: Random) -> list[Candidate]:
    """So that the task's own program stands anywhere, and nothing can lean on its being first."""
    return random.sample(list(found.values()), len(found))


def _drawn(
    task: Task, random: Random, known: Mapping[str, Checked]
) -> Iterator[tuple[str, Checked]]:
    own = known.get(task.id)
    if own is not None:
        yield task.id, own
    names = list(known)
    while True:
        name = task.id if own is not None and random.below(2) else random.choice(names)
        if name != task.id and random.below(3) == 0:
            yield name, known[name]
            continue
        mutation, program = mutant_of(known[name], random, list(known.values()))
        origin = f"{name} {mutation}"
        if random.below(3) == 0:
            mutation, program = mutant_of(program, random, list(known.values()))
            origin += f" {mutation}"
        yield origin, program
