"""`unladen gate` on a real repository, with asv's real environments and wheels.

Changes are large where a clock is involved: how small a change can be found is measured by
tests/quality, and no test here depends on it.
"""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.e2e.projects import Project, new_project

QUICK = ("-q", "--budget", "40")
VERDICT = (*QUICK, "--no-why", "--witness", "never")
"""Reasons and a second witness are tested where they are what a test is about."""
CRASH = "\n\ndef spin(n):\n    raise ValueError('broken')\n"
DIE = "\n\ndef spin(n):\n    import os\n    os.abort()\n"
HANG = "\n\ndef spin(n):\n    while True:\n        pass\n"
EAT = "\n\ndef spin(n):\n    import os, signal\n    os.kill(os.getpid(), signal.SIGKILL)\n"

SUITE = """
import victim


class Work:
    timeout = 5

    def time_work(self):
        print("garbage on standard output")
        victim.work()

    def answers(self):
        return {f"item{n}": victim.answer(n) for n in range(1, 6)}


class Plain:
    timeout = 5

    def time_plain(self):
        victim.spin(2_000)

    def track_answer(self):
        return victim.spin(3_000)


class Untouched:
    def time_untouched(self):
        sum(range(20_000))
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    made = new_project(tmp_path_factory.mktemp("gate") / "victim", SUITE)
    made.write("README.md", "words")
    made.commit("docs")
    made.work(extra="\n# a comment\n")
    made.commit("comment")
    made.work(loops=80_000)
    made.commit("slower", "slower <script>alert(1)</script> `x` | %0A ::error::")
    made.work(loops=20_000)
    made.commit("faster")
    made.work(wrong=" + 1")
    made.commit("wrong")
    for name, extra in {"crash": CRASH, "die": DIE, "hang": HANG, "killed": EAT}.items():
        made.work(extra=extra)
        made.commit(name)
    made.work()
    made.write("victim/broken.py", "this is not Python")
    made.write("pyproject.toml", "[build-system]\nrequires = ['nonsense'\n")
    made.commit("nobuild")
    made.git("checkout", "-q", "first", "--", "pyproject.toml")
    made.git("rm", "-qf", "--cached", "victim/broken.py")
    (made.folder / "victim" / "broken.py").unlink()
    made.commit("good")
    return made


def gate(project: Project, base: str, head: str, *words: str) -> tuple[int, dict[str, Any]]:
    done = project.unladen("gate", base, head, "--json", *VERDICT, *words)
    assert "Traceback" not in done.stderr, done.stderr
    assert done.stdout, done.stderr
    decision: dict[str, Any] = json.loads(done.stdout)
    assert decision["exit"] == done.returncode
    return done.returncode, decision


def verdicts(decision: dict[str, Any]) -> dict[str, str]:
    return {each["benchmark"].split(".")[-1]: each["verdict"] for each in decision["comparisons"]}


def test_a_commit_that_changes_no_code_is_the_same_without_measuring(project: Project) -> None:
    code, decision = gate(project, "first", "docs")
    assert code == 0
    assert decision["identical_code"]
    assert set(verdicts(decision).values()) == {"same"}


def test_comments_docstrings_and_packaged_tests_are_the_same_code(project: Project) -> None:
    """The wheels differ, in bytes; what runs does not, and what was left out is said."""
    project.git("checkout", "-q", "-b", "harmless", "first")
    try:
        text = (project.folder / "victim" / "__init__.py").read_text()
        told = text.replace('"""The code under measurement."""', '"""What is measured."""')
        assert told != text
        project.write("victim/__init__.py", f"{told}\n# a comment\n")
        project.write("victim/test_it.py", "assert True\n")
        project.commit("harmless")
        code, decision = gate(project, "first", "harmless")
    finally:
        project.git("checkout", "-q", "main")
    assert (code, decision["identical_code"]) == (0, True)
    assert set(verdicts(decision).values()) == {"same"}
    (note,) = [note for note in decision["notes"] if "never runs" in note]
    assert "comments, docstrings and annotations (1 files)" in note
    assert "tests (1 files)" in note
    _the_second_time_nothing_is_imported(project)


def _the_second_time_nothing_is_imported(project: Project) -> None:
    """What was seen of the suite is kept, by build; a file that does not fit is written anew."""
    kept = sorted((project.folder / ".asv" / "unladen" / "suites").glob("*.json"))
    assert kept
    for path in kept:
        told = json.loads(path.read_text())
        told["benchmarks"] = [each for each in told["benchmarks"] if "time_work" in each["name"]]
        path.write_text(json.dumps(told))
    assert set(verdicts(gate(project, "first", "harmless")[1])) == {"time_work"}
    for path in kept:
        path.write_text('{"format": 1, "benchmarks": [{"params": 3}]}')
    assert len(verdicts(gate(project, "first", "harmless")[1])) > 1


def test_a_slowdown_fails_and_says_what_how_sure_where_and_what_next(project: Project) -> None:
    words = ("-b", "time_work", "--markdown", "c.md", "--junit", "u.xml", "--github")
    done = project.unladen("gate", "first", "slower", *VERDICT, *words)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "SLOWER" in done.stdout
    assert "pairs" in done.stdout
    assert "suite.py:" in done.stdout
    assert "next" in done.stdout
    assert all(len(line) <= 100 for line in done.stdout.splitlines() if "::" not in line)
    assert "::error file=benchmarks/suite.py,line=" in done.stdout
    comment = (project.folder / "c.md").read_text()
    assert comment.startswith("**1 benchmark got slower: `suite.Work.time_work` by ")
    assert "- **slower** `suite.Work.time_work`" in comment
    assert "<script>" not in re.sub(r"`[^`\n]*`", "", comment), "in code nothing is markup"
    suite = ElementTree.parse(project.folder / "u.xml").getroot()[0]
    assert suite.attrib["failures"] == "1"


def test_a_speed_up_passes(project: Project) -> None:
    code, decision = gate(project, "first", "faster", "-b", "time_work")
    assert (code, verdicts(decision)) == (0, {"time_work": "faster"})


@pytest.mark.long
def test_two_versions_in_one_process_where_the_project_asks_for_it(project: Project) -> None:
    path = project.folder / "pyproject.toml"
    before = path.read_text()
    path.write_text(f"{before}\n[tool.unladen]\nin-process = true\n")
    try:
        code, decision = gate(project, "comment", "slower", "-b", "time_work", "--ignore-dirty")
    finally:
        path.write_text(before)
    (comparison,) = decision["comparisons"]
    assert (code, comparison["verdict"]) == (1, "slower")
    assert comparison["change"]["low"] > 0.1
    assert "both versions in one process" in comparison["notes"]


@pytest.mark.long
def test_a_changed_answer_fails_before_any_timing_is_read(project: Project) -> None:
    code, decision = gate(project, "first", "wrong", "-b", "time_work")
    (comparison,) = decision["comparisons"]
    assert (code, comparison["verdict"]) == (1, "wrong answers")
    assert comparison["answers_changed"] == [f"item{n}" for n in range(1, 6)]
    assert comparison["pairs"] == 0


@pytest.mark.parametrize(
    ("head", "words"),
    [
        ("crash", "exception: ValueError: broken"),
        ("die", "died: ended by signal SIGABRT"),
        pytest.param("hang", "timeout: killed after 5 s", marks=pytest.mark.long),
        ("killed", "out of memory: killed by the system"),
    ],
)
def test_a_benchmark_that_breaks_fails_alone_and_says_how(
    project: Project, head: str, words: str
) -> None:
    limited = ("-b", "time_plain|time_untouched", "--pairs", "2")
    code, decision = gate(project, "first", head, *limited)
    found = {each["benchmark"].split(".")[-1]: each for each in decision["comparisons"]}
    assert code == 1
    assert found["time_plain"]["verdict"] == "failed"
    assert words in found["time_plain"]["reason"]
    assert found["time_untouched"]["verdict"] != "failed"


def test_a_commit_that_does_not_build_is_a_failed_tool_with_its_last_lines(
    project: Project,
) -> None:
    done = project.unladen("gate", "first", "nobuild", *QUICK)
    assert done.returncode == 4
    assert "does not build" in done.stderr
    assert "pyproject.toml" in done.stderr
    assert "next:" in done.stderr


def test_a_benchmark_that_only_one_side_can_import_is_missing_and_the_rest_goes_on(
    project: Project,
) -> None:
    project.write("benchmarks/extra.py", "from victim import gone\n\ndef time_gone(): gone()\n")
    project.work(extra="\n\ndef gone():\n    return 1\n")
    project.commit("added")
    try:
        code, decision = gate(project, "first", "added", "-b", "time_gone|track_answer")
        broken, other = gate(project, "added", "first", "-b", "time_gone|track_answer")
    finally:
        project.git("checkout", "-q", "good")
    assert verdicts(decision) == {"time_gone": "missing", "track_answer": "same"}
    assert code == 0
    # what base could do and head cannot is broken, though nobody ran it
    assert verdicts(other) == {"time_gone": "failed", "track_answer": "same"}
    assert broken == 1


def test_records_make_a_comparison_without_measuring_and_asv_reads_what_was_written(
    project: Project,
) -> None:
    gate(project, "first", "slower", "-b", "time_work|track_answer")
    done = project.unladen("compare", "first", "slower", "-b", "time_work", "--json", "-q")
    assert done.returncode == 1, done.stderr
    assert verdicts(json.loads(done.stdout)) == {"time_work": "slower"}
    shown = project.unladen("show", "first", "-q")
    assert "suite.Work.time_work" in shown.stdout
    for words in (["publish", "--no-pull"], ["compare", "first", "slower"]):
        asv = subprocess.run(
            [sys.executable, "-m", "asv", *words],
            cwd=project.folder,
            capture_output=True,
            text=True,
        )
        assert asv.returncode == 0, asv.stdout + asv.stderr
    assert "suite.Work.time_work" in asv.stdout
    assert (project.folder / "site" / "index.json").exists()


def test_a_damaged_record_is_set_aside_and_named(project: Project) -> None:
    gate(project, "first", "faster", "-b", "track_answer")
    (path, *_) = sorted((project.folder / "results" / "records").glob("*/*.json"))
    path.write_text('{"schema": 1, "commit": ')
    done = project.unladen("show", "-q")
    assert done.returncode == 0
    assert f"set aside {path} as {path.name}.damaged" in done.stdout


def test_environments_are_never_part_of_a_commit(project: Project) -> None:
    """Also where the project does not ignore `.asv`: `git add -A` took the environments in."""
    gate(project, "first", "docs")
    assert (project.folder / ".asv" / "unladen" / ".gitignore").read_text() == "*\n"


def test_a_second_measurement_at_the_same_time_is_refused(project: Project) -> None:
    from unladen.tools.files import locked

    with locked(project.folder / ".asv" / "unladen" / "lock"):
        done = project.unladen("gate", "first", "slower", *QUICK)
    assert done.returncode == 4
    assert "another unladen is measuring" in done.stderr


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (["gate", "nonsense"], 2, "no commit 'nonsense'"),
        (["gate", "--", "--upload-pack=x"], 2, "no commit '--upload-pack=x'"),
        (["gate", "first", "slower", "-b", "no_such"], 2, "no benchmark"),
        (["gate", "first", "slower", "-b", "("], 2, "no regular expression"),
        (["gate", "first", "slower", "-E", "conda"], 2, "no environment 'conda'"),
        (["compare", "first", "killed", "--machine", "elsewhere"], 3, "no record of"),
        (["gate", "first", "slower", "--allow", "x"], 2, "--allow"),
    ],
)
def test_errors_say_what_happened_and_what_to_do_next(
    project: Project, words: list[str], code: int, told: str
) -> None:
    done = project.unladen(*words, timeout=60)
    assert done.returncode == code
    assert told in done.stderr
    assert "Traceback" not in done.stderr


def test_uncommitted_changes_are_not_measured_silently(project: Project) -> None:
    path = project.folder / "victim" / "__init__.py"
    before = path.read_text()
    path.write_text(before + "\n# changed\n")
    try:
        done = project.unladen("gate", "first", "HEAD", *QUICK)
    finally:
        path.write_text(before)
    assert done.returncode == 2
    assert "1 tracked files have changes" in done.stderr


def test_a_shallow_clone_says_how_to_get_the_rest(project: Project, tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    source = f"file://{project.folder}"
    subprocess.run(
        ["git", "clone", "-q", "--depth", "1", source, str(clone)], check=True, capture_output=True
    )
    done = Project(clone).unladen("gate", "HEAD~5", "HEAD", *QUICK)
    assert done.returncode == 2
    assert "git fetch --unshallow" in done.stderr


def test_outside_of_an_asv_project_it_says_so(tmp_path: Path) -> None:
    done = Project(tmp_path).unladen("gate", "a", "b")
    assert done.returncode == 2
    assert "no asv.conf.json" in done.stderr


def test_ctrl_c_keeps_what_there_is_and_leaves_no_process(project: Project) -> None:
    words = ["gate", "first", "slower", "-q", "-b", "time_untouched", "--allow", "0.0001%"]
    words += ["--decide-by", "time"]
    process = subprocess.Popen(
        [sys.executable, "-m", "unladen", *words],
        cwd=project.folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    records = project.folder / "results" / "records"
    before = {path: path.stat().st_mtime_ns for path in records.glob("*/*.json")}
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        now = {path: path.stat().st_mtime_ns for path in records.glob("*/*.json")}
        if now != before:
            break
        time.sleep(0.1)
    os.killpg(process.pid, signal.SIGINT)
    _, stderr = process.communicate(timeout=20)
    assert process.returncode == 130, stderr
    assert b"what was measured is kept" in stderr
    left = [p for p in Path("/proc").glob("[0-9]*/cmdline") if _is_worker(p, project.folder)]
    assert left == []


def _is_worker(cmdline: Path, folder: Path) -> bool:
    try:
        words = cmdline.read_bytes()
        return b"probe/worker.py" in words and bytes(folder) in words
    except OSError:
        return False


def test_run_measures_a_range_and_a_single_commit(project: Project) -> None:
    done = project.unladen(
        "run", "first..docs", "-b", "track_answer|time_untouched", *QUICK, "--no-profile"
    )
    assert done.returncode == 0, done.stderr
    assert "measured 2 commits" in done.stdout
    done = project.unladen("run", "faster", "-b", "time_untouched", *QUICK, "--no-profile")
    assert done.returncode == 0, done.stderr


def test_init_finds_out_and_doctor_says_what_is_here(project: Project) -> None:
    before = (project.folder / "pyproject.toml").read_text()
    try:
        assert "[tool.unladen]" in project.unladen("init", "--dry-run").stdout
        assert (project.folder / "pyproject.toml").read_text() == before
        assert "valgrind" in project.unladen("init").stdout
        assert (project.folder / "pyproject.toml").read_text().count("[tool.unladen]") == 1
        doctor = project.unladen("doctor")
        assert doctor.returncode == 0
        assert "valgrind" in doctor.stdout
    finally:
        (project.folder / "pyproject.toml").write_text(before)


def test_a_build_whose_wheel_is_gone_fails_no_benchmark(project: Project) -> None:
    """The probe had nothing to trace, and called that a failure of the benchmark."""
    words = ("-b", "time_plain", "--budget", "5")
    gate(project, "first", "faster", *words)
    head = project.git("rev-parse", "faster")
    wheels = [p for p in (project.folder / ".asv").rglob("*.whl") if head in str(p)]
    assert wheels
    for wheel in wheels:
        wheel.unlink()
    code, decision = gate(project, "first", "faster", *words, "--fresh")
    assert (code, verdicts(decision)["time_plain"]) != (1, "failed")
    assert decision["comparisons"][0]["pairs"] > 0, "it was measured all the same"
