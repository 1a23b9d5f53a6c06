"""benchmarks of asv's, as asv_runner found them -> messages about them; and where it looks."""

import inspect
import pkgutil
from collections.abc import Iterator
from typing import Any

Message = dict[str, Any]


def described(benchmark: Any) -> Message:
    function = inspect.unwrap(benchmark.func)
    try:
        file = inspect.getsourcefile(function) or ""
        line = inspect.getsourcelines(function)[1]
    except (OSError, TypeError):
        file, line = "", 0
    instance = getattr(benchmark.func, "__self__", None)
    return {
        "name": benchmark.name,
        "type": benchmark.type,
        "unit": str(benchmark.unit),
        "version": str(benchmark.version),
        "params": benchmark.params,
        "param_names": benchmark.param_names,
        "timeout": benchmark.timeout,
        "setup_cache_key": benchmark.setup_cache_key,
        "setup_cache_timeout": benchmark.setup_cache_timeout,
        "module": getattr(benchmark._attr_sources[-1], "__name__", ""),
        "has_answers": hasattr(instance, "answers") or hasattr(instance, "workload_digest"),
        "file": file,
        "line": line,
        "raw": _plain(benchmark),
    }


def _plain(benchmark: Any) -> Message:
    """What asv itself keeps of a benchmark, in its benchmarks.json."""
    simple = (str, int, float, list, dict, bool)
    found = vars(benchmark).items()
    return {k: v for k, v in found if isinstance(v, simple) and not k.startswith("_")}


def modules_below(root: str, name: str) -> Iterator[str]:
    yield name
    for found in pkgutil.walk_packages([root], f"{name}.", onerror=lambda _: None):
        yield found.name
