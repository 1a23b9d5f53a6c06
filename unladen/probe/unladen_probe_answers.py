"""What a benchmark says of its answers, and what it is called with."""

import hashlib
from typing import Any

MAX_ANSWERS = 100_000


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


def workload_of(benchmark: Any) -> str:
    instance = getattr(benchmark.func, "__self__", None)
    found = getattr(instance, "workload_digest", "")
    return str(found(*arguments_of(benchmark)) if callable(found) else found)
