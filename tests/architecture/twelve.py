"""Twelve typical changes of unladen, written down: what each adds to which files, and how to see
that it works. docs/design.md lists the files; the test holds the two together.

They are made in a copy of the package, so that the map of the house is true by having been walked.
"""

from dataclasses import dataclass

Edit = tuple[str, str]
"""A line that is in the file once, and what is put after it."""


@dataclass(frozen=True, kw_only=True)
class TypicalChange:
    name: str
    """As docs/design.md has it."""
    edits: dict[str, tuple[Edit, ...]]
    """By file of the package; an edit after the empty line makes a new file."""
    proof: str
    """Python that passes where the change is made, and fails where it is not."""


VERDICT = TypicalChange(
    name="a verdict",
    edits={
        "model/verdicts.py": (
            ('    SKIPPED = "skipped", "»", Tone.QUIET\n', '    HOT = "hot", "≈", Tone.OPEN\n'),
        ),
        "judge/compare.py": (
            (
                '    """Answers before timings; what cannot be compared is said to be so, never '
                'passed."""\n',
                '    if "throttled" in head.notes:\n'
                '        return said(head.benchmark, Verdict.HOT, rules, "throttled")\n',
            ),
        ),
        "schema/decision.json": (('    "missing",\n', '    "hot",\n'),),
    },
    proof="""
import json, jsonschema, pathlib, unladen
from dataclasses import replace
from tests.unit.unladen.values import decision, timed
from unladen.judge.compare import compare
from unladen.model import Rules, Verdict
from unladen.output import decision_json, junit, markdown, terminal
from unladen.site.pages import lists
base, head = timed([1.0] * 12)
found = compare(base, replace(head, notes=("throttled",)), Rules())
assert found.verdict is Verdict("hot")
made = decision(found)
assert "HOT" in "".join(terminal.decision_lines(made, [found], True))
assert "1 hot" in terminal.headline(made)
assert 'data-sign="≈"' in lists.verdict_rows([found], {}, "")
schema = json.loads((pathlib.Path(unladen.__file__).parent / "schema/decision.json").read_text())
jsonschema.validate(json.loads(json.dumps(decision_json.decision_json(made, 0))), schema)
""",
)

LANE = TypicalChange(
    name="a lane of profiling",
    edits={
        "model/anatomy.py": (
            (
                "    blocks: float | None = None\n",
                "    locks: Mapping[str, float] = field(default_factory=dict)\n",
            ),
        ),
        "model/lanes.py": (
            (
                "LANES = (\n",
                """    Lane(
        name="locks",
        runner="unladen.profiling.locks",
        yields=("locks",),
        figures=(Figure(key="locks", label="Waiting for locks", unit="s"),),
        where=Where.TIMED,
        when=When.ALWAYS,
        word="watching   the locks of",
    ),
""",
            ),
        ),
        "profiling/locks.py": (
            (
                "",
                '''"""a target -> seconds that each function waited for locks."""

from collections.abc import Mapping
from typing import Any

from unladen.model.lanes import Depth
from unladen.profiling.lanes import Look


def seconds(_: Depth) -> float:
    return 0.0


def look(at: Look) -> Mapping[str, Any]:
    return {"locks": {"a.py:f": 2.0 if at.is_head else 1.0}}
''',
            ),
        ),
    },
    proof="""
from types import SimpleNamespace as Fake
from unladen.model.lanes import LANES, Depth
from unladen.output.explain import lane_lines
from unladen.profiling.lanes import Specimen, Table, run_lane
from unladen.site.profile_data import profile_data
from unladen.store.profiles import anatomy_of
from dataclasses import asdict
import json
from tests.unit.unladen.values import benchmark
lane = next(lane for lane in LANES if lane.name == "locks")
sides = [Specimen(timed=Fake(environment="e"), places=Fake()) for _ in range(2)]
table = Table(benchmark=benchmark(), suite=None, specimens=sides, seconds=[1.0, 1.0],
              raw=[str, str], depth=Depth(), tick=lambda _: None)
assert run_lane(table, lane), table.notes
assert any("waiting for locks" in line for line in lane_lines(table.sides))
totals = profile_data(table.sides[1])["totals"]
assert {"key": "locks", "label": "Waiting for locks", "unit": "s", "value": 2.0} in totals
kept = json.loads(json.dumps({"schema": 1, **asdict(table.sides[1])}, default=sorted))
assert anatomy_of(kept).locks == {"a.py:f": 2.0}
""",
)

OUTPUT = TypicalChange(
    name="an output",
    edits={
        "output/sarif.py": (
            (
                "",
                '''"""Decisions -> SARIF, for code hosts."""

from collections.abc import Sequence

from unladen.model import RankedDecision


def of(ranked: Sequence[RankedDecision]) -> str:
    return f'{{"runs": {len(ranked)}}}'
''',
            ),
        ),
        "verbs/decided.py": (
            ("OUTPUTS = (\n", '    Output("--sarif", "write SARIF", sarif.of),\n'),
            (
                "from unladen.output import codequality, decision_json, github, junit, markdown"
                ", terminal\n",
                "from unladen.output import sarif\n",
            ),
        ),
    },
    proof="""
import argparse, os, pathlib, tempfile
from types import SimpleNamespace as Fake
from tests.unit.unladen.values import decision, verdict
from unladen.model import Verdict
from unladen.verbs import decided
parser = argparse.ArgumentParser()
decided.words(parser)
path = pathlib.Path(tempfile.mkdtemp()) / "out.sarif"
arguments = parser.parse_args(["--sarif", str(path)])
project = Fake(records=Fake(warnings=[]))
decided.decided(arguments, project, [decision(verdict(Verdict.SAME))])
assert path.read_text() == '{"runs": 1}'
""",
)

PUBLISHED = """
import pathlib, subprocess, tempfile
from tests.e2e.projects import asv_history
project = asv_history(pathlib.Path(tempfile.mkdtemp()) / "victim", [0.01] * 12 + [0.02] * 12)
"""

PAGE = TypicalChange(
    name="a page of the site",
    edits={
        "site/pages/authors.py": (
            (
                "",
                '''"""who committed -> the page of authors."""

from collections.abc import Iterable

from unladen.site.pages.html import Page, foreign, page, tag


def authors(told: Page, names: Iterable[str]) -> str:
    return page(told, tag("h1", "Authors"), *(tag("p", foreign(name)) for name in sorted(names)))
''',
            ),
        ),
        "site/pages/html.py": (
            (
                '    ("machines", "Machines", "machines.html"),\n',
                '    ("authors", "Authors", "authors.html"),\n',
            ),
        ),
        "site/publish.py": (
            (
                '    pages.put("phases.html", _phases(draft))\n',
                '    told = draft.page("authors", "Authors")\n'
                "    names = {signed.author for signed in draft.people.values()}\n"
                '    pages.put("authors.html", authors(told, names))\n',
            ),
            (
                "from unladen.site.pages import data, lists\n",
                "from unladen.site.pages.authors import authors\n",
            ),
        ),
    },
    proof=PUBLISHED
    + """
done = project.unladen("publish", "-q", "-o", "public")
assert done.returncode == 0, done.stdout + done.stderr
page = (project.folder / "public/authors.html").read_text()
assert "A Test" in page and 'aria-current="page"' in page
assert "authors.html" in (project.folder / "public/index.html").read_text()
""",
)

ENVIRONMENT = TypicalChange(
    name="a kind of environment",
    edits={
        "tools/environments.py": (
            (
                "KINDS = (\n",
                '    EnvironmentKind("pixi", _program("pixi-not-here"), any_python=True),\n',
            ),
        ),
    },
    proof="""
from unladen.tools import environments
assert not environments.is_here("pixi")
assert environments.named("pixi:3.14")
""",
)

RESULTS = TypicalChange(
    name="another tool's results",
    edits={
        "history/bench_files.py": (
            (
                "",
                '''"""lines of `machine commit day benchmark seconds` -> ResultFiles."""

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from unladen.model.histories import ResultFile
from unladen.store.archive import Archive
from unladen.store.project import Project


def files(project: Project) -> Iterator[Path]:
    yield from sorted(project.folder.glob("results/bench/*.txt"))


def rows(
    _: Project, archive: Archive, paths: Sequence[Path]
) -> Iterator[tuple[Path, "partial[ResultFile]"]]:
    for path in paths:
        yield path, partial(_read, archive, path)


def _read(archive: Archive, path: Path) -> ResultFile:
    machine, commit, seconds, name, value = path.read_text().split()
    column = archive.column(name, "1", (name, "", "time", "seconds"))
    return ResultFile(
        machine=machine,
        environment="bench",
        commit=commit,
        seconds=int(seconds),
        columns=[column],
        values=[float(value)],
        half_widths=[None],
    )
''',
            ),
        ),
        "history/formats.py": (
            (
                "from unladen.history import asv_files, record_files\n",
                "from unladen.history import bench_files\n",
            ),
            ("FORMATS: tuple[Format, ...] = (record_files, asv_files", ", bench_files"),
        ),
    },
    proof=PUBLISHED
    + """
folder = project.folder / "results/bench"
folder.mkdir()
for number in range(24):
    commit = project.git("rev-parse", f"c{number}")
    seconds = project.git("log", "-1", "--format=%ct", commit)
    value = 3.0 if number < 12 else 4.0
    (folder / f"{number}.txt").write_text(f"elsewhere {commit} {seconds} theirs.time_it {value}")
done = project.unladen("history", "-q", "--all-machines")
assert "theirs.time_it" in done.stdout and "suite.time_it" in done.stdout, done.stdout + done.stderr
assert "+33.33 %" in done.stdout, done.stdout
""",
)

VERB = TypicalChange(
    name="a verb",
    edits={
        "verbs/__init__.py": (("VERBS = {\n", '    "hello": "greet the project here",\n'),),
        "verbs/hello.py": (
            (
                "",
                '''"""a project -> a greeting."""

import argparse

from unladen.verbs.result import Result

EXAMPLES = "  unladen hello"


def words(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("--name", default="you")


def run(arguments: argparse.Namespace) -> Result:
    return Result([f"hello {arguments.name}"])
''',
            ),
        ),
    },
    proof="""
import subprocess, sys
def told(*words):
    return subprocess.run([sys.executable, "-m", "unladen", *words], capture_output=True, text=True)
assert told("hello", "--name", "me").stdout == "hello me\\n"
assert "greet the project here" in told("--help").stdout
assert "examples:" in told("hello", "--help").stdout
""",
)

SETTING = TypicalChange(
    name="a setting",
    edits={
        "config.py": (
            ("    pair_seconds: float = 0.1\n", "    sample_seconds: float = 0.01\n"),
            ('    "pair_seconds": _number,\n', '    "sample_seconds": _number,\n'),
        ),
        "measure/session.py": (
            ("    pace = Pace(", "sample_seconds=project.config.sample_seconds, "),
        ),
    },
    proof="""
import inspect
from unladen.config import from_table
from unladen.measure import session
assert from_table({"sample-seconds": 0.5}).sample_seconds == 0.5
assert "Pace(sample_seconds=project.config.sample_seconds" in inspect.getsource(session)
""",
)

STOP = TypicalChange(
    name="a rule for when to stop",
    edits={
        "measure/stop.py": (
            (
                "        return len(sides) < 2 or len(paired_runs(*sides)) < self.most\n",
                '''

@dataclass(frozen=True, slots=True)
class Once:
    """One pair, whatever it says."""

    most: int = 1

    def is_open(self, sides: Sequence[Measurement], _: int, /) -> bool:
        return not sides[-1].runs
''',
            ),
        ),
        "verbs/measuring.py": (
            ("    stop = ", "Once() if options.pairs == 1 else "),
            ("from unladen.measure.stop import Another, ", "Once, "),
        ),
    },
    proof="""
import inspect
from tests.unit.unladen.values import timed
from unladen.measure.stop import Once, Stop
from unladen.verbs import measuring
rule: Stop = Once()
assert not rule.is_open(timed([1.0]), 1) and rule.is_open(timed([]), 1)
assert "Once()" in inspect.getsource(measuring.measured_pair)
""",
)

CLAIM = TypicalChange(
    name="something a commit can claim",
    edits={
        "judge/claims.py": (
            ('METRICS = ("time", "instructions", "calls", "answers"', ', "allocations"'),
            (
                '    """The change that a claim is about; None where it was not measured."""\n',
                '    if claim.metric == "allocations":\n'
                "        base, head = evidence.anatomies[claim.about]\n"
                "        return _exactly(base.blocks or 0, head.blocks or 0)\n",
            ),
        ),
    },
    proof="""
from unladen.judge.claims import ClaimEvidence, held, parsed
from unladen.model import Rules
from unladen.model.anatomy import Anatomy
from unladen.model.claims import Held
claim = parsed("allocations suite.time_it -60%..-40%")
sides = (Anatomy(benchmark="suite.time_it", seconds=1, blocks=100),
         Anatomy(benchmark="suite.time_it", seconds=1, blocks=50))
known = ClaimEvidence(
    measured=[{}, {}], anatomies={"suite.time_it": sides}, rules=lambda *_: Rules())
(found,) = held([claim], known)
assert found.held is Held.KEPT, found
""",
)

STATE = TypicalChange(
    name="a state of a step",
    edits={
        "judge/standing.py": (
            (
                "    again = change_of(evidence.again)\n",
                '    if step.change > 100:\n        return Standing.ABSURD, "a hundredfold"\n',
            ),
        ),
        "model/steps.py": (
            ('    FIXED = "fixed", "✓", Tone.GOOD\n', '    ABSURD = "absurd", "♨", Tone.OPEN\n'),
        ),
    },
    proof=PUBLISHED.replace("[0.02]", "[5.0]")
    + """
done = project.unladen("publish", "-q", "-o", "public")
assert done.returncode == 0, done.stdout + done.stderr
site = project.folder / "public"
assert '{"word":"absurd","sign":"♨","tone":"open"}' in (site / "meta.js").read_text()
assert 'data-sign="♨">absurd' in (site / "index.html").read_text()
assert "absurd" in project.unladen("history", "-q", "--all-machines").stdout
""",
)

FIELD = TypicalChange(
    name="a field of the record",
    edits={
        "model/measurements.py": (("    load: float\n", "    degrees: float | None = None\n"),),
    },
    proof="""
from dataclasses import replace
from tests.unit.unladen.values import counted, record
from unladen.store.records import record_from_json, record_to_json
hot = replace(record(counted(1.0)), degrees=91.5)
assert record_from_json(record_to_json(hot)).degrees == 91.5
older = {key: value for key, value in record_to_json(hot).items() if key != "degrees"}
assert record_from_json(older).degrees is None
""",
)

TWELVE = (
    *(VERDICT, LANE, OUTPUT, PAGE, ENVIRONMENT, RESULTS),
    *(VERB, SETTING, STOP, CLAIM, STATE, FIELD),
)
