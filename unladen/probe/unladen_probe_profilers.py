"""Who looks at each call or line of this process: times that are taken under one are not times that
a user waits for, and cannot be compared with others (I19)."""

import sys
from typing import Any

TOOLS = range(6)


def on_duty() -> str:
    """Of this thread, by name; empty if there is nobody."""
    each = [_name(who) for who in (sys.gettrace(), sys.getprofile()) if who is not None]
    monitoring: Any = getattr(sys, "monitoring", None)
    if monitoring is not None:
        tools = [tool for tool in TOOLS if monitoring.get_tool(tool)]
        each += [str(monitoring.get_tool(t)) for t in tools if monitoring.get_events(t)]
    return ", ".join(dict.fromkeys(each))[:100]


def _name(who: Any) -> str:
    named = who if hasattr(who, "__qualname__") else type(who)
    return f"{getattr(named, '__module__', '')}.{named.__qualname__}".lstrip(".")
