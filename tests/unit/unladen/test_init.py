"""init on projects as they are found in the wild: what it writes, and that it leaves nothing."""

import json
import shlex
import subprocess
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from unladen import cli
from unladen.errors import Exit
from unladen.judge.proposed_categories import proposed
from unladen.model.surroundings import PackageLayout
from unladen.output.init_files import github, gitlab, pythons_for_ci, stage_of
from unladen.store.project import records_beside
from unladen.tools import origin, pythons
from unladen.tools.git import Git
from unladen.tools.settings import load

PYPROJECT = '# mine\n[project]\nname="pkg"  # keep\nversion = "1"\n\n[tool.x]\nb = 2\na = 1'
ASV: dict[str, object] = {"version": 1, "project": "pkg", "environment_type": "virtualenv"}


def git(folder: Path, *words: str) -> str:
    who = ["-c", "user.name=A Test", "-c", "user.email=test@example.org"]
    done = subprocess.run(
        ["git", *who, *words], cwd=folder, check=True, capture_output=True, text=True
    )
    return done.stdout


def made(folder: Path, files: dict[str, str | bytes]) -> Path:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    git(folder, "init", "-q", "-b", "main")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "first")
    git(folder, "commit", "-q", "--allow-empty", "-m", "second")
    return folder


def suite(inside: str = "", name: str = "asv.conf.json", **more: str) -> dict[str, str | bytes]:
    place = f"{inside}/" if inside else ""
    conf = ASV | {"repo": "/".join([".."] * len(inside.split("/"))) if inside else "."} | more
    code = "def time_it():\n    pass\n"
    folder = f"{place}{conf.get('benchmark_dir', 'benchmarks')}"
    return {
        f"{place}{name}": json.dumps(conf),
        f"{folder}/__init__.py": "",
        f"{folder}/suite.py": code,
    }


PACKAGE: dict[str, str | bytes] = {
    "src/pkg/__init__.py": "x = 1\n",
    "src/pkg/core.py": "def core():\n    return 1\n",
    "src/pkg/io/__init__.py": "y = 1\n",
    "src/pkg/io/_csv.py": "z = 1\n",
    "src/pkg/tests/test_core.py": "def test_it(): pass\n" * 99,
}
OLD: dict[str, str | bytes] = {"pkg/__init__.py": "", "pkg/a.py": "1\n", "setup.py": "1\n"}
LAYOUTS: dict[str, dict[str, str | bytes]] = {
    "pyproject and src": PACKAGE | suite() | {"pyproject.toml": PYPROJECT},
    "settings and ignored files are there": PACKAGE
    | suite(results_dir="benchmarks/results")
    | {
        "pyproject.toml": PYPROJECT + "\n[tool.unladen]\nallow = 0.5\n",
        ".gitignore": "*.pyc\nbenchmarks/re*/\n",
        ".github/workflows/test.yml": "on: push\n",
    },
    "results in git": PACKAGE
    | suite(results_dir="benchmarks/results")
    | {"pyproject.toml": PYPROJECT, "benchmarks/results/benchmarks.json": "{}"},
    "setup.py and asv_bench": OLD | suite("asv_bench"),
    "asv.conf.jsonc in benchmarks": PACKAGE
    | suite("benchmarks", "asv.conf.jsonc", benchmark_dir=".", results_dir="results")
    | {"pyproject.toml": PYPROJECT},
    "windows": PACKAGE | suite() | {"pyproject.toml": PYPROJECT.replace("\n", "\r\n")},
    "gitlab": PACKAGE | suite() | {".gitlab-ci.yml": "test:\n  script: [make]"},
    "gitlab that includes": PACKAGE
    | suite()
    | {".gitlab-ci.yml": "include:\n  - local: x.yml\n", "pyproject.toml": ""},
    "two kinds of CI": PACKAGE
    | suite()
    | {".gitlab-ci.yml": "stages: [a]\n", ".github/workflows/x.yml": "", "Jenkinsfile": "x"},
    "a file that is no text": PACKAGE | suite() | {".gitignore": b"\xff\xfe*.x\n"},
}


@pytest.fixture(params=LAYOUTS, ids=lambda name: name.replace(" ", "_"))
def layout(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return made(tmp_path, LAYOUTS[request.param])


Ran = Callable[..., tuple[int, str]]
SPEC = "git+https://git.example/o/unladen@0123456789abcdef0123456789abcdef01234567"


@pytest.fixture(autouse=True)
def _installed_from_a_repository(monkeypatch: pytest.MonkeyPatch) -> None:
    """As these tests run it, it comes from a folder of this machine."""
    monkeypatch.setattr(origin, "requirement", lambda: SPEC)


@pytest.fixture
def unladen(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Ran:
    def run(folder: Path, *words: str) -> tuple[int, str]:
        monkeypatch.chdir(folder)
        code = cli.main(list(words))
        told = capsys.readouterr()
        return code, told.out + told.err

    return run


def everything(folder: Path) -> dict[str, Any]:
    """Files and folders, but for git's own."""
    found: dict[str, Any] = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if not name.startswith(".git/"):
            told = path.lstat().st_mode, path.read_bytes() if path.is_file() else None
            found[name] = (*told, path.is_symlink())
    return found


def test_a_dry_run_writes_nothing_and_shows_a_patch_that_does_what_init_does(
    layout: Path, unladen: Ran
) -> None:
    before = everything(layout)
    code, told = unladen(layout, "init", "--dry-run")
    assert code == Exit.PASS, told
    assert everything(layout) == before
    assert unladen(layout, "init")[0] == Exit.PASS
    wanted = {name: each[1] for name, each in everything(layout).items() if each[1] is not None}
    git(layout, "stash", "-q", "--include-untracked")
    if "diff --git" in told and "\ufffd" not in told:
        patch = told.encode("utf-8", "surrogateescape")
        words = ["git", "apply", "--whitespace=nowarn"]
        subprocess.run(words, cwd=layout, input=patch, check=True)
    else:
        return
    found = {name: each[1] for name, each in everything(layout).items() if each[1] is not None}
    ours = {name: text for name, text in wanted.items() if not name.startswith(".asv/")}
    assert {name: text for name, text in found.items() if not name.startswith(".asv/")} == ours


def test_what_init_wrote_undo_takes_out_and_nothing_is_left(layout: Path, unladen: Ran) -> None:
    before = everything(layout)
    assert unladen(layout, "init")[0] == Exit.PASS
    assert everything(layout) != before
    again, told = unladen(layout, "init")
    assert again == Exit.PASS
    assert "changed  " not in told, "a second time there is nothing to do"
    git(layout, "add", "-A")
    git(layout, "commit", "-q", "-m", "init")
    code, told = unladen(layout, "init", "--undo")
    assert code == Exit.PASS, told
    assert everything(layout) == before, told
    assert "nothing of init is here" in unladen(layout, "init", "--undo")[1]


def test_what_init_wrote_can_be_read_and_means_what_it_meant(layout: Path, unladen: Ran) -> None:
    path = layout / "pyproject.toml"
    was = tomllib.loads(path.read_text()) if path.exists() else {}
    unladen(layout, "init")
    place = next(p.parent for p in layout.rglob("asv.conf.json*"))
    assert "rest of pkg" in load(place).categories or "pkg" in load(place).categories
    if path.exists():
        told = tomllib.loads(path.read_text())
        told.get("tool", {}).pop("unladen", None)
        was.get("tool", {}).pop("unladen", None)
        assert {**told, "tool": told.get("tool", {})} == {**was, "tool": was.get("tool", {})}
    for each in [*layout.glob(".github/workflows/unladen*"), *layout.glob(".gitlab/*")]:
        jobs = yaml.safe_load(each.read_text())
        assert "unladen gate " in str(jobs)
    if (pipeline := layout / ".gitlab-ci.yml").exists():
        yaml.safe_load(pipeline.read_text())
    shown = ["status", "--porcelain", "--untracked-files=all"]
    before = git(layout, *shown)
    (place / "site" / "unladen").mkdir(parents=True)
    (place / "site" / "unladen" / "index.html").write_text("")
    assert git(layout, *shown) == before, "what unladen writes is nobody's change"


def test_edits_in_between_stay_and_what_cannot_go_is_named(tmp_path: Path, unladen: Ran) -> None:
    folder = made(tmp_path, LAYOUTS["pyproject and src"] | {".github/workflows/x.yml": ""})
    unladen(folder, "init")
    settings, ignored = folder / "pyproject.toml", folder / ".gitignore"
    settings.write_text(settings.read_text().replace("allow = 0.01", "allow = 0.02"))
    ignored.write_text("*.first\n" + ignored.read_text() + "*.last\n")
    (folder / ".github" / "workflows" / "unladen.yml").unlink()
    code, told = unladen(folder, "init", "--undo")
    assert code == Exit.USAGE, "somebody has to look"
    assert "pyproject.toml: lines 10 to 21 were edited since" in told
    assert ignored.read_text() == "*.first\n*.last\n"
    assert settings.read_text().startswith(PYPROJECT)
    assert unladen(folder, "init", "--undo", "--force")[0] == Exit.PASS
    assert settings.read_text() == f"{PYPROJECT}\n"


def test_measurements_are_left_and_named(tmp_path: Path, unladen: Ran) -> None:
    folder = made(tmp_path, PACKAGE | suite(results_dir="results/asv"))
    unladen(folder, "init")
    (folder / "results" / "records" / "here").mkdir(parents=True)
    (folder / "results" / "records" / "here" / "x.json").write_text("{}")
    _, told = unladen(folder, "init", "--undo")
    assert "rm -r results/records  takes it away" in told
    assert (folder / "results" / "records" / "here" / "x.json").exists()


def test_rights_and_links_of_a_file_are_kept(tmp_path: Path, unladen: Ran) -> None:
    folder = made(tmp_path, PACKAGE | suite() | {"conf/settings.toml": PYPROJECT})
    (folder / "conf" / "settings.toml").chmod(0o640)
    (folder / "pyproject.toml").symlink_to("conf/settings.toml")
    before = everything(folder)
    unladen(folder, "init")
    assert (folder / "pyproject.toml").is_symlink()
    assert (folder / "conf" / "settings.toml").stat().st_mode & 0o777 == 0o640
    unladen(folder, "init", "--undo")
    assert everything(folder) == before


def test_of_several_suites_each_has_settings_and_a_workflow_of_its_own(
    tmp_path: Path, unladen: Ran
) -> None:
    one, two = ({f"libs/{name}/pkg/__init__.py": "", f"libs/{name}/pkg/a.py": "1"} for name in "ab")
    files = one | two | suite("libs/a") | suite("libs/b") | {"pyproject.toml": PYPROJECT}
    folder = made(tmp_path, files | {".github/workflows/x.yml": ""})
    code, told = unladen(folder, "init")
    assert code == Exit.USAGE
    assert "2 suites below" in told
    assert "cd libs/a" in told
    before = everything(folder)
    for name in "ab":
        assert unladen(folder / "libs" / name, "init")[0] == Exit.PASS
        workflow = yaml.safe_load(
            (folder / f".github/workflows/unladen-libs-{name}.yml").read_text()
        )
        assert workflow["defaults"]["run"]["working-directory"] == f"libs/{name}"
        assert load(folder / "libs" / name).categories
    assert (folder / "pyproject.toml").read_text() == PYPROJECT, "it belongs to both"
    for name in "ab":
        unladen(folder / "libs" / name, "init", "--undo")
    after = everything(folder)
    assert after == before


def test_where_there_is_no_suite_it_says_how_to_make_one(tmp_path: Path, unladen: Ran) -> None:
    folder = made(tmp_path, PACKAGE | {"pyproject.toml": PYPROJECT})
    before = everything(folder)
    code, told = unladen(folder, "init")
    assert code == Exit.USAGE
    assert everything(folder) == before
    # what it says is a suite that init takes
    text = told.partition("asv.conf.json\n")[2].partition("  benchmarks/__init__.py")[0]
    (folder / "asv.conf.json").write_text(text)
    (folder / "benchmarks").mkdir()
    (folder / "benchmarks" / "__init__.py").write_text("")
    code, told = unladen(folder, "init")
    assert code == Exit.PASS, told
    assert "pkg, benchmarks in benchmarks/" in told


def test_tests_with_pytest_benchmarks_fixture_are_a_suite(tmp_path: Path, unladen: Ran) -> None:
    code = "def test_it(benchmark):\n    benchmark(len, [])\n"
    folder = made(tmp_path, PACKAGE | {"pyproject.toml": PYPROJECT, "tests/test_speed.py": code})
    before = everything(folder)
    code_, told = unladen(folder, "init")
    assert code_ == Exit.PASS, told
    assert "1 files with pytest-benchmark's fixture: tests/test_speed.py" in told
    unladen(folder, "init", "--undo")
    assert everything(folder) == before


def test_the_json_of_init_says_what_became_of_each_file(tmp_path: Path, unladen: Ran) -> None:
    folder = made(tmp_path, LAYOUTS["pyproject and src"])
    told = json.loads(unladen(folder, "init", "--dry-run", "--json", "--ci", "gitlab")[1])
    changes = {Path(each["file"]).name: each["change"] for each in told["files"]}
    assert changes["pyproject.toml"] == "changed"
    assert changes["unladen.yml"] == changes[".gitlab-ci.yml"] == "new"
    assert told["written"] is False


def test_a_table_that_cannot_be_added_at_the_end_goes_nowhere(tmp_path: Path, unladen: Ran) -> None:
    files = PACKAGE | suite() | {"pyproject.toml": "tool = {x = {a = 1}}\n"}
    folder = made(tmp_path, files)
    _, told = unladen(folder, "init")
    assert "unladen.toml takes the same settings" in told
    assert (folder / "pyproject.toml").read_text() == "tool = {x = {a = 1}}\n"


def test_where_no_environment_can_be_made_one_that_can_is_written_down(
    tmp_path: Path, unladen: Ran
) -> None:
    """h11 lists Python 3.8, of which virtualenv makes none any more: its first gate failed."""
    files = PACKAGE | suite() | {"pyproject.toml": PYPROJECT}
    files["asv.conf.json"] = json.dumps(ASV | {"repo": ".", "pythons": ["2.7"]})
    folder = made(tmp_path, files)
    code, told = unladen(folder, "init", "--ci", "github")
    assert code == Exit.PASS, told
    found = load(folder).environment
    assert found is not None
    assert found.startswith("virtualenv:3.")
    assert "next  unladen gate HEAD~1 HEAD\n" in told
    workflow = (folder / ".github" / "workflows" / "unladen.yml").read_text()
    assert f"            {found.partition(':')[2]}\n" in workflow


@pytest.mark.parametrize(
    ("asked", "found"),
    [(["3.8"], "3.9"), (["3.11", "3.10"], "3.12"), (["3.15"], "3.13"), ([], "3.12")],
)
def test_the_python_nearest_to_what_is_asked_for_is_taken(
    asked: list[str], found: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pythons, "here", lambda: ["3.13", "3.9", "3.12"])
    assert pythons.nearest(asked) == found
    monkeypatch.setattr(pythons, "here", lambda: [])
    assert pythons.nearest(asked) == ""


def test_where_a_part_of_the_repository_is_built_its_packages_are_told(
    tmp_path: Path, unladen: Ran
) -> None:
    files = PACKAGE | suite() | {"pyproject.toml": PYPROJECT}
    files |= {"part/src/inner/__init__.py": "", "part/src/inner/deep.py": "1\n"}
    files["asv.conf.json"] = json.dumps(ASV | {"repo": ".", "repo_subdir": "part"})
    folder = made(tmp_path, files)
    assert unladen(folder, "init")[0] == Exit.PASS
    assert load(folder).categories["deep"] == (r"^inner\.deep\b",)


def test_what_init_wrote_is_no_change_that_would_not_be_measured(
    tmp_path: Path, unladen: Ran
) -> None:
    """Otherwise the first gate after it would be refused."""
    folder = made(tmp_path, PACKAGE | suite() | {"pyproject.toml": PYPROJECT})
    _, told = unladen(folder, "init")
    assert Git(folder).changed_files() == 0
    assert "next  unladen gate HEAD~1 HEAD\n" in told
    path = folder / "pyproject.toml"
    path.write_text(path.read_text().replace('version = "1"', 'version = "2"'))
    assert Git(folder).changed_files() == 1


def test_what_git_keeps_is_not_ignored(tmp_path: Path, unladen: Ran) -> None:
    files = PACKAGE | suite(results_dir="results/asv") | {"results/records/here/x.json": "{}"}
    folder = made(tmp_path, files)
    unladen(folder, "init")
    lines = (folder / ".gitignore").read_text().splitlines()
    assert "/results/records/" not in lines
    assert "/results/profiles/" in lines


def test_where_a_gate_writes_what_asv_reads_is_ignored_unless_git_keeps_it(
    tmp_path: Path, unladen: Ran
) -> None:
    """kda: after a first gate git showed benchmarks/results/, which nobody had asked for."""
    folder = made(tmp_path, PACKAGE | suite(results_dir="benchmarks/results"))
    unladen(folder, "init")
    assert "/benchmarks/results/" in (folder / ".gitignore").read_text().splitlines()


def test_settings_further_up_hold_for_a_suite_in_a_folder_of_its_own(tmp_path: Path) -> None:
    text = '[tool.unladen]\nallow = 0.25\nrecords = "kept"\n'
    folder = made(tmp_path, suite("asv_bench") | {"pyproject.toml": text})
    config = load(folder / "asv_bench")
    assert config.allow == 0.25
    assert Path(config.records) == folder / "kept", "a folder is meant from where it is written"
    (folder / "asv_bench" / "unladen.toml").write_text("allow = 0.125\n")
    assert load(folder / "asv_bench").allow == 0.125


@pytest.mark.parametrize(
    ("results", "records"),
    [
        ("results/asv", "results/records"),
        ("benchmarks/results", "benchmarks/records"),
        (".asv/results", ".asv/records"),
        ("results", "unladen-records"),
        ("../elsewhere", "unladen-records"),
    ],
)
def test_records_lie_beside_asvs_results_and_never_below_them(
    tmp_path: Path, results: str, records: str
) -> None:
    found = records_beside((tmp_path / results).resolve(), tmp_path)
    assert found == tmp_path / records
    assert not found.is_relative_to(tmp_path / results)


def test_records_that_are_there_from_before_are_found(tmp_path: Path) -> None:
    (tmp_path / "results" / "records").mkdir(parents=True)
    assert records_beside(tmp_path / "results", tmp_path) == tmp_path / "results" / "records"


def test_categories_are_the_parts_of_a_package_and_whatever_is_left() -> None:
    parts = {f"m{number}": 1000 - number for number in range(20)} | {"tiny": 1}
    one = PackageLayout(name="one", place="one", parts=parts)
    other = PackageLayout(name="other", place="other", parts={"m0": 10, "_fast": 10})
    found = proposed([one, other], "benchmarks")
    assert found["one.m0"] == (r"^one\.m0\b",)
    assert found["fast"] == (r"^other\._fast\b",)
    assert "tiny" not in found
    assert list(found)[-3:] == ["rest of one", "rest of other", "benchmarks"]
    assert sum(name.startswith(("m", "one.m")) for name in found) == 12


def test_a_workflow_runs_on_a_python_that_unladen_runs_on() -> None:
    assert pythons_for_ci(["3.8", "3.13", "3.12"]) == ["3.13"]
    assert pythons_for_ci(["3.8", "3.10"]) == ["3.10", "3.12"], "the last one is python"
    assert pythons_for_ci(["pypy3", "3.9"])[-1] == pythons_for_ci([])[-1] == "3.12"


@pytest.mark.parametrize("inside", ["", "libs/a b", 'x": y', "a'b"])
def test_a_folder_of_any_name_makes_no_other_yaml(inside: str) -> None:
    told = yaml.safe_load("\n".join(github(inside, ["3.12"], SPEC)))
    if inside:
        assert told["defaults"]["run"]["working-directory"] == inside
    (name, job), *others = yaml.safe_load("\n".join(gitlab(inside, ["3.12"], SPEC))).items()
    assert name.startswith("unladen")
    assert not others
    assert job["artifacts"]["reports"]["junit"].endswith("unladen.xml")


@pytest.mark.parametrize(
    ("pipeline", "stage"),
    [
        ("", "test"),
        ("stages: [build, test]\n", "test"),
        ("stages:\n  - build\n  - deploy\nx: 1\n", "build"),
        ("stages: ['one']\n", "one"),
    ],
)
def test_a_job_is_of_a_stage_that_there_is(pipeline: str, stage: str) -> None:
    assert stage_of(pipeline) == stage


@pytest.mark.parametrize("ci", ["github", "gitlab"])
def test_a_workflow_installs_this_unladen_and_no_name_of_an_index(
    ci: str, tmp_path: Path, unladen: Ran, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`pip install unladen` asked an index for a name that is nobody's."""
    folder = made(tmp_path, LAYOUTS["two kinds of CI"])
    path = folder / f".{ci}" / ("workflows/unladen.yml" if ci == "github" else "unladen.yml")
    assert unladen(folder, "init", "--ci", ci)[0] == Exit.PASS
    assert f'"python -I -m pip install {SPEC}"' in path.read_text()
    unladen(folder, "init", "--undo")
    asked = "git+https://h/o/it's@v1"
    assert unladen(folder, "init", "--ci", ci, "--install", asked)[0] == Exit.PASS
    workflow = yaml.safe_load(path.read_text())
    steps = workflow["jobs"]["gate"]["steps"] if ci == "github" else []
    lines = [s["run"] for s in steps if "run" in s] or workflow["unladen"]["before_script"]
    (line,) = [line for line in lines if "pip install" in line]
    assert shlex.split(line)[-1] == asked
    unladen(folder, "init", "--undo")
    before = everything(folder)
    monkeypatch.undo()
    monkeypatch.setattr(origin, "distributions", lambda **_: [])
    code, told = unladen(folder, "init", "--ci", ci)
    assert code == Exit.USAGE
    assert "unladen init --install git+https://" in told
    assert everything(folder) == before
    assert unladen(folder, "init", "--ci", "none")[0] == Exit.PASS
