"""two candidates whose fate is known -> whether evaluating tells them apart.

A check that passes everything passes also a broken DSL (I28). So each evaluation begins with one
candidate that is right and one that is wrong, whatever was computed and kept before.
"""

from arc_solver.errors import SolverError
from arc_solver.item import evaluate_item
from arc_solver.outcome import Outcome
from arc_solver.program.run import Mode
from arc_solver.spans import OFF
from arc_solver.tasks import Sample, Task
from arc_solver.values import Grid
from arc_solver.workload import Candidate

RIGHT = Candidate(id="right", origin="canary", text="O = vmirror(I)\n")
WRONG = Candidate(id="wrong", origin="canary", text="O = hmirror(I)\n")
EXPECTED = (Outcome.OK, Outcome.WRONG)


class CannotTell(SolverError):
    """What is right is called wrong, or what is wrong right: nothing told can be believed."""

    exit = 70


def tells_right_from_wrong() -> None:
    """Of a grid and its mirror image, written down here and computed by nobody."""
    sample = Sample(input=Grid(((1, 2), (3, 4))), output=Grid(((2, 1), (4, 3))))
    task = Task(id="canary", train=(sample,), test=(sample,))
    result = evaluate_item(task, (RIGHT, WRONG), Mode.STRICT, OFF)
    found = tuple(each.outcome for each in result.candidates)
    if found != EXPECTED or [solver.candidate for solver in result.solvers] != [RIGHT.id]:
        told = " and ".join(outcome.value for outcome in found)
        raise CannotTell(
            f"a candidate that is known to be right and one that is wrong are told to be {told}",
            "arc-solver was changed, or its installation is damaged: install it anew",
        )
