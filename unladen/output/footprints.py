"""footprints of a benchmark's processes -> what they held at most, in a few words."""

from unladen.model import Measurement


def held(one: Measurement) -> str:
    """Of all its processes; what each of them has only one of is not said."""
    seen = [run.footprint for run in one.runs if run.footprint is not None]
    if not seen:
        return ""
    most = {
        "processes": max(max(each.processes) for each in seen),
        "threads": max(max(each.threads) for each in seen),
        "file descriptors": max(max(each.descriptors) for each in seen),
        "semaphores": max(max(each.semaphores) for each in seen),
    }
    peak = max(max(each.peaks) for each in seen)
    more = [f"{count} {what}" for what, count in most.items() if count > 1]
    return ", ".join([f"peak {peak / 1e6:.1f} MB", *more])
