"""[tool.unladen] in pyproject.toml and flags -> Config. Nothing of it is needed for a first run."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from unladen.errors import ConfigError, shown
from unladen.model import Rules, Stage
from unladen.model.flags import FlagKind
from unladen.model.histories import RISES
from unladen.model.lanes import LANES
from unladen.model.trap_rules import BY_ID

TABLE = "tool.unladen"
ASV_RESULTS = ("auto", "always", "never")


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileConfig:
    """[tool.unladen.profile]: what `run` takes apart at every commit."""

    benchmarks: tuple[str, ...] = ()
    """Patterns over ids; none: those that stand for the suite."""
    most: int = 3
    """Benchmarks that are taken apart at a commit."""
    lanes: tuple[str, ...] = ("calls", "instructions", "splits", "memory")
    """What is looked for, each in runs of its own."""
    seconds: float = 60.0
    """Of a benchmark at a commit, at most, but for the lane in progress."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckConfig:
    """[tool.unladen.check]: which rules `check` asks, by their ids."""

    on: tuple[str, ...] = ()
    """Rules that are asked though they are off by default."""
    off: tuple[str, ...] = ()
    """Rules that are not asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """What a project may say of itself."""

    allow: float = 0.01
    """The largest slowdown that is tolerated, as a fraction."""
    allow_of: Mapping[str, float] = field(default_factory=dict)
    """Pattern over benchmark ids -> its own allowance; the first that fits."""
    decide_by: tuple[Stage, ...] = tuple(Stage)
    """What may decide: the code, a count of instructions, time."""
    decide_by_of: Mapping[str, tuple[Stage, ...]] = field(default_factory=dict)
    """Pattern over benchmark ids -> what may decide those; the first that fits."""
    budget: float | None = None
    """Seconds of one gate, building apart; None: by the number of benchmarks."""
    higher_is_better: tuple[str, ...] = ()
    """Patterns over ids of benchmarks whose value should rise."""
    cpu_time: tuple[str, ...] = ()
    """Patterns over ids of benchmarks that never wait: judged by CPU time on busy machines, too."""
    machine: str | None = None
    """The name this machine is known by; not set: its own."""
    environment: str | None = None
    """Which of asv's environments is measured; not set: the first."""
    records: str = ""
    """The folder of what was measured; empty: beside asv's results."""
    asv_results: str = "auto"
    """Whether asv's own result files are written: auto is not where git tracks those."""
    site: str = "site/unladen"
    """The folder that `publish` writes to."""
    suite: str | None = None
    """Where benchmarks come from, `asv`, `pytest`, or `none` at all; None: whichever is there."""
    test_requirements: tuple[str, ...] = ()
    """For pip, beside what tests with pytest-benchmark's fixture are seen to need."""
    must_run: tuple[str, ...] = ()
    """Patterns over ids of benchmarks that are known to work: one that fails, fails a gate."""
    in_process: bool = False
    """Both versions in one process, for projects whose import is slow."""
    pair_seconds: float = 0.1
    """About how long a worker of a pair measures at a turn."""
    categories: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Category -> patterns over `module:qualified.name`; the first that fits."""
    allow_memory: float = 0.05
    """By how much a peak may grow before it is flagged."""
    profile: ProfileConfig = field(default_factory=ProfileConfig)
    """What `run` takes apart: a table of its own."""
    check: CheckConfig = field(default_factory=CheckConfig)
    """Rules of `check`: a table of its own."""
    flags: tuple[FlagKind, ...] = tuple(FlagKind)
    """Flags that are told."""
    fail_on: tuple[FlagKind, ...] = ()
    """Flags of which `run` and `gate` end with 1."""

    def allowance(self, id: str) -> float:
        for pattern, allow in self.allow_of.items():
            if re.search(pattern, id):
                return allow
        return self.allow

    def rules(self, id: str, together: int) -> Rules:
        """For one of so many benchmarks that are judged at once."""
        return Rules(
            allow=self.allowance(id),
            together=together,
            higher_is_better=self.rises(id),
            cpu_time=self.by_cpu_time(id),
            decide_by=self.deciding(id),
            must_run=_fits(self.must_run, id),
        )

    def deciding(self, id: str) -> tuple[Stage, ...]:
        for pattern, stages in self.decide_by_of.items():
            if re.search(pattern, id):
                return stages
        return self.decide_by

    def by_cpu_time(self, id: str) -> bool:
        return _fits(self.cpu_time, id)

    def rises(self, id: str) -> bool:
        return id.endswith(RISES) or _fits(self.higher_is_better, id)


def _fits(patterns: Iterable[str], id: str) -> bool:
    return any(re.search(pattern, id) for pattern in patterns)


def from_table(table: Mapping[str, Any]) -> Config:
    known = {name: name.replace("_", "-") for name in Config.__dataclass_fields__}
    fields: dict[str, Any] = {}
    for key, value in table.items():
        name = key.replace("-", "_")
        if name not in known:
            told = ", ".join(known.values())
            raise ConfigError(f"[{TABLE}] {key}: no such setting", f"one of: {told}")
        fields[name] = _checked(name, value)
    return Config(**fields)


def _checked(name: str, value: Any) -> Any:
    if check := CHECKS.get(name):
        return check(name, value)
    if not isinstance(value, str) or not value.isprintable():
        raise ConfigError(f"[{TABLE}] {name} is not a line of text", f'{name} = "..."')
    return value


SUITES = ("asv", "pytest", "none")


def _suite(_: str, value: Any) -> str:
    if value not in SUITES:
        what = f"[{TABLE}] suite: {shown(value)} is none of {', '.join(SUITES)}"
        raise ConfigError(what, 'suite = "pytest"')
    return str(value)


def _requirements(_: str, value: Any) -> tuple[str, ...]:
    """Names and versions only: no options of pip, no addresses."""
    plain = re.compile(r"[A-Za-z0-9][\w.-]*(\[[\w,.-]+\])?[\w.,*=<>!~ ]*")
    if not isinstance(value, list) or not all(
        isinstance(each, str) and plain.fullmatch(each) for each in value
    ):
        what = f"[{TABLE}] test-requirements: {shown(value)} is no list of names and versions"
        raise ConfigError(what[:300], 'test-requirements = ["numpy>=2"]')
    return tuple(value)


def _allowances(name: str, value: Any) -> dict[str, float]:
    if not isinstance(value, dict):
        raise ConfigError(f"[{TABLE}] allow-of is not a table", '"pattern" = 0.02')
    return {_pattern(name, key): _number(name, each) for key, each in value.items()}


def _patterns(name: str, value: Any) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise ConfigError(f"[{TABLE}] {name.replace('_', '-')} is not a list", '["pattern"]')
    return tuple(_pattern(name, each) for each in value)


def _asv_results(_: str, value: Any) -> str:
    if value not in ASV_RESULTS:
        what = f"[{TABLE}] asv-results: {shown(value)}"
        raise ConfigError(what, f"one of {', '.join(ASV_RESULTS)}")
    return str(value)


def _switch(name: str, value: Any) -> bool:
    if not isinstance(value, bool):
        key = name.replace("_", "-")
        raise ConfigError(f"[{TABLE}] {key} is not true or false", f"{key} = true")
    return value


def _stages_of(name: str, value: Any) -> dict[str, tuple[Stage, ...]]:
    if not isinstance(value, dict):
        raise ConfigError(f"[{TABLE}] decide-by-of is not a table", '"pattern" = ["time"]')
    return {_pattern(name, key): _stages(name, each) for key, each in value.items()}


def _stages(_: str, value: Any) -> tuple[Stage, ...]:
    """Names of stages, in any order: the cheapest is asked first."""
    names = [stage.value for stage in Stage]
    if not isinstance(value, list) or not value or not all(each in names for each in value):
        what = f"[{TABLE}] decide-by: {shown(value)} is no list of stages"
        raise ConfigError(what, "of " + ", ".join(f'"{name}"' for name in names))
    return tuple(stage for stage in Stage if stage.value in value)


def _number(name: str, value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value < 1e6:
        what = f"[{TABLE}] {name}: {shown(value)} is no number of this kind"
        raise ConfigError(what, f"{name} = 0.01")
    return float(value)


def _categories(_: str, value: Any) -> dict[str, tuple[str, ...]]:
    if not isinstance(value, dict) or not all(isinstance(each, list) for each in value.values()):
        raise ConfigError(f"[{TABLE}.categories] is not a table of lists", 'dsl = ["^pkg.dsl:"]')
    return {key: tuple(_pattern("categories", p) for p in each) for key, each in value.items()}


def _profile(_: str, value: Any) -> ProfileConfig:
    checks: Mapping[str, Callable[[str, Any], Any]] = {
        "benchmarks": _patterns,
        "most": _count,
        "lanes": _lanes,
        "seconds": _number,
    }
    if not isinstance(value, dict) or value.keys() - checks:
        what = f"[{TABLE}.profile] is not a table of {', '.join(checks)}"
        raise ConfigError(what, 'lanes = ["calls", "instructions"]')
    return ProfileConfig(**{key: checks[key](key, each) for key, each in value.items()})


def _check(_: str, value: Any) -> CheckConfig:
    if not isinstance(value, dict) or value.keys() - {"on", "off"}:
        raise ConfigError(f"[{TABLE}.check] is not a table of on and off", 'off = ["no-answers"]')
    for key, each in value.items():
        if not isinstance(each, list) or not all(
            isinstance(id, str) and id in BY_ID for id in each
        ):
            what = f"[{TABLE}.check] {key}: {shown(each)} is no list of rules"
            raise ConfigError(what, "unladen check --rules lists them")
    return CheckConfig(**{key: tuple(each) for key, each in value.items()})


def _flags(name: str, value: Any) -> tuple[FlagKind, ...]:
    names = [kind.value for kind in FlagKind]
    if not isinstance(value, list) or not all(each in names for each in value):
        what = f"[{TABLE}] {name.replace('_', '-')}: {shown(value)} is no list of flags"
        raise ConfigError(what, "of " + ", ".join(f'"{each}"' for each in names))
    return tuple(FlagKind(each) for each in value)


def _lanes(_: str, value: Any) -> tuple[str, ...]:
    names = [lane.name for lane in LANES]
    if not isinstance(value, list) or not value or not all(each in names for each in value):
        what = f"[{TABLE}.profile] lanes: {shown(value)} is no list of lanes"
        raise ConfigError(what, f"of {', '.join(names)}")
    return tuple(value)


def _count(name: str, value: Any) -> int:
    number = _number(name, value)
    if number != int(number):
        raise ConfigError(f"[{TABLE}] {name}: {shown(value)} is no whole number", f"{name} = 3")
    return int(number)


def _pattern(name: str, value: Any) -> str:
    try:
        re.compile(value)
    except (re.error, TypeError, OverflowError, RecursionError) as error:
        what = f"[{TABLE}] {name}: {shown(value)} is no regular expression: {error}"
        raise ConfigError(what, "as for asv's --bench") from error
    return str(value)


CHECKS: Mapping[str, Callable[[str, Any], Any]] = {
    "allow": _number,
    "allow_memory": _number,
    "allow_of": _allowances,
    "asv_results": _asv_results,
    "budget": _number,
    "categories": _categories,
    "check": _check,
    "cpu_time": _patterns,
    "decide_by": _stages,
    "decide_by_of": _stages_of,
    "fail_on": _flags,
    "flags": _flags,
    "higher_is_better": _patterns,
    "in_process": _switch,
    "must_run": _patterns,
    "pair_seconds": _number,
    "profile": _profile,
    "suite": _suite,
    "test_requirements": _requirements,
}
