"""this machine -> Machine: who it is, and how busy."""

import os
import platform
from pathlib import Path

from unladen.model import Machine
from unladen.tools.files import home
from unladen.tools.foreign import MEGABYTE, UNREADABLE, bounded_bytes

NAME = "UNLADEN_MACHINE"


def this_machine(name: str | None = None) -> Machine:
    """The name decides what may be compared: two machines are two, whatever they are made of."""
    return Machine(
        name=name or platform.node() or "unknown",
        cpu=_cpu(),
        cores=len(os.sched_getaffinity(0)),
        system=f"{platform.system()} {platform.machine()}",
        memory_mb=_memory_mb(),
    )


def load() -> float:
    return os.getloadavg()[0]


def _cpu() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or "unknown"


def _memory_mb() -> int:
    return int(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") >> 20)


def governor() -> str:
    path = Path("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")
    try:
        return path.read_text().strip()
    except OSError:
        return ""


def steal_share() -> float:
    """Of all time since the start, how much other tenants of the host took."""
    try:
        fields = [int(n) for n in Path("/proc/stat").read_text().splitlines()[0].split()[1:]]
    except (OSError, ValueError):
        return 0.0
    return fields[7] / max(1, sum(fields)) if len(fields) > 7 else 0.0


def machine_name() -> str | None:
    """As whoever started us says, for workers of a fleet; or, if exactly one machine is in
    ~/.asv-machine.json, that one."""
    import json

    if asked := os.environ.get(NAME):
        return asked

    try:
        path = (home() or Path()) / ".asv-machine.json"
        known = json.loads(bounded_bytes(path, MEGABYTE))
    except (*UNREADABLE, OSError):
        return None
    names = [name for name in known if name != "version"] if isinstance(known, dict) else []
    return str(names[0]) if len(names) == 1 else None
