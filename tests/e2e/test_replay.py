"""Two regressions that happened, made again as commits on the real solver under its real suite.

Stage 1: a faster DSL under a heavier wrapper. Phase 3: grids batched for a GPU that nobody has,
read by nobody. Both were announced as progress. The edits below replace text of `arc_solver/src`
and stop if it is no longer there, so that they are kept up with the solver.

The short form is that both can still be made. Each question is asked only once.
"""

import json
import shutil
from dataclasses import dataclass, field
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

from tests.e2e.projects import Project
from tests.e2e.test_unladen_explain import needs_parts

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

ROOT = Path(__file__).parents[2]
SOURCE = "arc_solver/src/arc_solver"
BENCHMARK = "pipeline.TimeEvaluate.time_tasks(5)"
ASKED = ("-b", r"time_tasks\(5\)", "-q", "--budget", "180")
"""A budget for busy machines: on a quiet one it is decided in less than a minute."""
GENERATED = ("build", "*.egg-info", "__pycache__", "full.jsonl")


@dataclass(frozen=True)
class Edit:
    """A text that stands in a file exactly once, and what takes its place."""

    file: str
    old: str
    new: str

    def made_in(self, project: Project) -> None:
        name = f"{SOURCE}/{self.file}"
        text = (project.folder / name).read_text()
        found = text.count(self.old)
        assert found == 1, f"{name} has {found} times, not once:\n{self.old}"
        project.write(name, text.replace(self.old, self.new))


FASTER_DSL = Edit(
    "dsl/boxes.py",
    """\
    return facts_of(patch).box
""",
    """\
    if patch and len(patch) <= SMALL:
        return _small_facts(patch).box
    return facts_of(patch).box
""",
)
WRAPPED = Edit(
    "batch.py",
    """\
                    if len(arguments) == 1:
                        values[number] = values[function](fetch(values))
                    else:
                        values[number] = values[function](*fetch(values))
""",
    """\
                    called = values[function], [values[each] for each in arguments]
                    values[number] = _wrapped(self._operation(number), *called)
""",
)
WRAPPER = Edit(
    "batch.py",
    "\n\nclass Batch:\n",
    '''

_calls: deque[str] = deque(maxlen=100)


def _wrapped(operation: str, function: Any, arguments: Sequence[Any]) -> Any:
    """Every operation in one place: safe, and it knows what was called and for how long."""
    before = list(map(hash, arguments))
    told = []
    for number, each in enumerate(arguments):
        size = len(each) if hasattr(each, "__len__") else 1
        told.append(f"{number}: {type(each).__name__:<12} of {size:>6}")
    line = f"{operation:<20} {', '.join(told)}"
    _calls.append(f"begins {line}")
    begun = time.process_time()
    value = function(*arguments)
    seconds = time.process_time() - begun
    if list(map(hash, arguments)) != before:
        raise RuntimeError(f"{operation} changed what it was given")
    size = len(value) if hasattr(value, "__len__") else 1
    _calls.append(f"ends   {line}: {type(value).__name__:<12} of {size:>6}, {1e3 * seconds:.3f} ms")
    return value


class Batch:
''',
)
IMPORTS = Edit(
    "batch.py",
    "from collections.abc import Callable, Iterator,",
    "import time\nfrom collections import deque\nfrom collections.abc import Callable, Iterator,",
)
STAGE_1 = (FASTER_DSL, WRAPPED, WRAPPER, IMPORTS)
STAGE_1_MESSAGE = f"""Stage 1: optimised DSL, every call through a safe wrapper

Boxes of small patches are looked up at once: the DSL is faster, so the solver is.

Phase: 1
Expect: {BENCHMARK} faster
"""

ACCUMULATED = Edit(
    "item.py",
    '    with spans("run"):\n        samples = [',
    '    with spans("run"):\n        _batched_for_gpu(task, readable)\n        samples = [',
)
ACCUMULATION = Edit(
    "item.py",
    "\n\ndef _checked(\n",
    '''

def _batched_for_gpu(task: Task, candidates: Sequence[Candidate]) -> list[list[list[float]]]:
    """All grids that a candidate will want, each in two ways: one transfer for the GPU."""
    waiting = []
    for _ in candidates:
        for sample in task.samples:
            for grid in (sample.input, sample.output or sample.input):
                for turned in (grid, zip(*grid, strict=True)):
                    waiting.append([[cell / 9 for cell in row] for row in turned])
    return waiting


def _checked(
''',
)
PHASE_3 = (ACCUMULATED, ACCUMULATION)
PHASE_3_MESSAGE = f"""Phase 3: batch grids for the GPU

Many small transfers are slow; all grids of a task are now accumulated into one batch.

Phase: 3
Expect: {BENCHMARK} faster
"""


@dataclass
class Replay:
    """The repository, and what unladen said of it so far: a question is asked only once."""

    project: Project
    said: dict[tuple[str, ...], CompletedProcess[str]] = field(default_factory=dict)

    def ask(self, *words: str) -> CompletedProcess[str]:
        if words not in self.said:
            self.said[words] = self.project.unladen(*words, timeout=850)
        done = self.said[words]
        assert "Traceback" not in done.stderr, done.stderr
        return done

    def gate(self, head: str, *words: str) -> CompletedProcess[str]:
        return self.ask("gate", "base", head, *ASKED, "--witness", "never", *words)

    def explained(self, head: str) -> Any:
        done = self.ask("explain", "base", head, *ASKED, "--json")
        assert done.returncode == 0, done.stdout + done.stderr
        (found,) = json.loads(done.stdout)
        return found


def start(folder: Path) -> Project:
    """The solver, its suite and its settings, as they are in the working tree."""
    made = Project(folder)
    ignore = shutil.ignore_patterns(*GENERATED)
    for name in ("arc_solver", "benchmarks"):
        shutil.copytree(ROOT / name, folder / name, ignore=ignore)
    shutil.copy(ROOT / "asv.conf.json", folder)
    settings = (ROOT / "pyproject.toml").read_text()
    table = settings.partition("[tool.unladen.categories]\n")[2].partition("\n[")[0]
    assert "batch = " in table, "pyproject.toml has no categories"
    made.write("pyproject.toml", f"[tool.unladen.categories]\n{table}\n")
    made.write(".gitignore", ".asv/\nresults/\nsite/\n__pycache__/\n")
    made.git("init", "-q", "-b", "main")
    made.git("config", "user.name", "A Test")
    made.git("config", "user.email", "test@example.org")
    made.commit("base", "The solver as it is")
    return made


@pytest.fixture(scope="module")
def replay(tmp_path_factory: pytest.TempPathFactory) -> Replay:
    """Two commits, each on `base` alone; nothing is measured yet."""
    made = start(tmp_path_factory.mktemp("replay") / "arc")
    commits = {"stage1": (STAGE_1, STAGE_1_MESSAGE), "phase3": (PHASE_3, PHASE_3_MESSAGE)}
    for name, (edits, message) in commits.items():
        made.git("checkout", "-q", "base")
        for edit in edits:
            edit.made_in(made)
        made.commit(name, message)
    return Replay(made)


@pytest.fixture
def only_in_full(full: bool) -> None:
    if not full:
        pytest.skip("takes minutes: pytest -m slow --full")


def fails(done: CompletedProcess[str]) -> None:
    told = done.stdout + done.stderr
    assert done.returncode == 1, told
    assert any(line.split()[:2] == ["SLOWER", BENCHMARK] for line in done.stdout.splitlines()), told
    assert "wrong answers" not in told.lower()


def reasons(done: CompletedProcess[str]) -> list[str]:
    return [line for line in done.stdout.splitlines() if line.startswith("  because ")]


def test_both_regressions_can_be_made_in_the_solver_as_it_is(replay: Replay) -> None:
    """The short form: what they do to a gate takes minutes."""
    for name in ("stage1", "phase3"):
        changed = replay.project.git("diff", "--stat", "base", name)
        assert f"{SOURCE}/" in changed
        for file in changed.splitlines()[:-1]:
            path = file.split("|")[0].strip()
            compile(replay.project.git("show", f"{name}:{path}"), path, "exec")


@pytest.mark.usefixtures("only_in_full")
def test_a_faster_dsl_under_a_heavier_wrapper_fails_the_gate(replay: Replay) -> None:
    """I24: slower, and it was called validated."""
    fails(replay.gate("stage1"))


@needs_parts
@pytest.mark.usefixtures("only_in_full")
def test_the_gate_names_the_wrapper(replay: Replay) -> None:
    told = reasons(replay.gate("stage1"))
    assert any("arc_solver.batch._wrapped " in line for line in told), told


@needs_parts
@pytest.mark.usefixtures("only_in_full")
def test_of_stage_1_the_dsl_is_less_and_the_batch_is_more(replay: Replay) -> None:
    """I37: every part before and after, side by side."""
    found = replay.explained("stage1")
    groups = {group["name"]: group for group in found["groups"]}
    assert groups["batch"]["head"] > groups["batch"]["base"]
    if found["unit"] == "instructions":  # samples are too few for one per cent
        assert groups["dsl"]["head"] < groups["dsl"]["base"]
    assert not found["answers"]["changed"]


@needs_parts
@pytest.mark.usefixtures("only_in_full")
def test_accumulation_that_nobody_reads_fails_the_gate_and_is_named(replay: Replay) -> None:
    """I12, I51: announced as a gain from a projection; measured, it is a loss."""
    done = replay.gate("phase3")
    fails(done)
    told = reasons(done)
    assert any("arc_solver.item._batched_for_gpu" in line for line in told), told


@needs_parts
@pytest.mark.usefixtures("only_in_full")
def test_of_phase_3_the_accumulation_comes_first_and_has_appeared(replay: Replay) -> None:
    found = replay.explained("phase3")
    first = found["parts"][0]
    assert "_batched_for_gpu" in first["function"]["name"], first
    assert first["change"] == "appeared", first
    assert not found["answers"]["changed"]


@pytest.mark.usefixtures("only_in_full")
def test_the_claim_of_phase_3_is_broken(replay: Replay) -> None:
    done = replay.ask("claims", "phase3", "-q", "--json")
    assert done.returncode == 1, done.stdout + done.stderr
    (found,) = json.loads(done.stdout)
    verdicts = {each["claim"]: each["verdict"] for each in found["claims"]}
    assert verdicts == {f"{BENCHMARK} faster": "broken"}
