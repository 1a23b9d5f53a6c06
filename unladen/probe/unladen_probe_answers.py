"""What a benchmark says of its answers and of its work, and what it is called with."""

import hashlib
import sys
from typing import Any

MAX_ANSWERS = 100_000
SHOWN = 5
MOST_MODES, LONGEST_MODE = 20, 80
WARNING = 30
"""Of `logging`: the level where nobody set one."""


def arguments_of(benchmark: Any) -> tuple[Any, ...]:
    """The cache, where there is one, and the parameters; older asv_runners keep them together."""
    build = getattr(benchmark, "_build_params", None)
    return tuple(build() if build is not None else benchmark._current_params)


def digest(value: object) -> str:
    return hashlib.sha256(repr(value).encode("utf-8", "backslashreplace")).hexdigest()[:16]


def answers_of(benchmark: Any) -> dict[str, str] | None:
    """What the class says about its answers, each value as a digest; None if it does not say."""
    instance = getattr(benchmark.func, "__self__", None)
    method = getattr(instance, "answers", None)
    if method is None:
        return None
    found = method(*arguments_of(benchmark))
    if len(found) > MAX_ANSWERS:
        raise ValueError(f"{len(found)} answers are more than {MAX_ANSWERS}")
    return {str(item): digest(value) for item, value in found.items()}


class NotDone(Exception):
    """Less was done than was asked for, or something else."""


def check_answered(benchmark: Any, answers: "dict[str, str] | None") -> None:
    """Where a class says how many items, or which, it was asked for."""
    asked = _said(benchmark, "asked")
    if asked is not None and answers is not None:
        compare_work(asked, list(answers), "answered")


def check_done(benchmark: Any) -> None:
    """After a call, where a class says what it was asked for and what the last call did: only one
    of these names is somebody's own, and not to be called."""
    instance = getattr(benchmark.func, "__self__", None)
    if not all(hasattr(instance, name) for name in ("asked", "done")):
        return
    asked, done = _said(benchmark, "asked"), _said(benchmark, "done")
    if asked is not None and done is not None:
        compare_work(asked, done, "the last call did")


def _said(benchmark: Any, name: str) -> Any:
    found = getattr(getattr(benchmark.func, "__self__", None), name, None)
    return found(*arguments_of(benchmark)) if callable(found) else found


def compare_work(asked: Any, done: Any, word: str) -> None:
    """Numbers, or items by name; of those that are known some are told."""
    wanted, got = _items(asked), _items(done)
    numbers = [len(each) if isinstance(each, list) else each for each in (wanted, got)]
    if isinstance(wanted, list) and isinstance(got, list):
        missing = sorted(set(wanted) - set(got))
        if missing or len(got) != len(wanted):
            raise NotDone(f"asked for {len(wanted)} items, {word} {len(got)}{_some(missing)}")
    elif numbers[0] != numbers[1]:
        named = f": {' '.join(got[:SHOWN])}" if isinstance(got, list) and got else ""
        raise NotDone(f"asked for {numbers[0]} items, {word} {numbers[1]}{named}"[:300])


def _items(said: Any) -> Any:
    """A number as it is; of anything else the names of what is in it."""
    return said if isinstance(said, (int, float)) else [str(each) for each in said]


def _some(missing: "list[str]") -> str:
    told = f", without {' '.join(missing[:SHOWN])}" if missing else ""
    return told[:200]


def corpus_of(benchmark: Any) -> int:
    """How many items there are, or which, where the answers are of a sample of them."""
    found = _said(benchmark, "corpus") or 0
    return found if isinstance(found, int) else len(found)


def alike_of(benchmark: Any) -> "str | None":
    """Choices of parameters for which this is the same must answer the same."""
    found = _said(benchmark, "same_answers")
    return None if found is None else digest(found)


def workload_of(benchmark: Any) -> str:
    instance = getattr(benchmark.func, "__self__", None)
    found = getattr(instance, "workload_digest", "")
    return str(found(*arguments_of(benchmark)) if callable(found) else found)


def mode_of(benchmark: Any) -> dict[str, str]:
    """Which way the calls so far took, as the class says of itself; and how much is logged, where
    that is not as usual."""
    instance = getattr(benchmark.func, "__self__", None)
    method = getattr(instance, "mode_taken", None)
    found = dict(method(*arguments_of(benchmark))) if callable(method) else {}
    if len(found) > MOST_MODES:
        raise ValueError(f"{len(found)} words on the way taken are more than {MOST_MODES}")
    told = {str(name)[:LONGEST_MODE]: str(value)[:LONGEST_MODE] for name, value in found.items()}
    return told | log_level()


def log_level() -> dict[str, str]:
    """Of the root logger; a suite that logs nothing need not import `logging` for this."""
    logging: Any = sys.modules.get("logging")
    root = getattr(logging, "root", None)
    level = max(root.level, root.manager.disable) if root is not None else WARNING
    return {} if level == WARNING else {"log level": str(logging.getLevelName(level))}
