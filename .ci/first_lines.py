"""A gate's decision (JSON) x the seconds of `.ci/first` -> its last lines, at most fifteen."""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

MOST_SHOWN = 3
WIDTH = 100
FAILING = ("wrong answers", "failed", "slower", "worse")
NOTABLE = (*FAILING, "undecided", "slower within allowance", "faster", "better")
HOW = {
    "code": "run none of the changed code",
    "instructions": "by the count of instructions",
    "time": "by time",
    None: "by their values",
}


def lines(decision: dict[str, Any], seconds: int) -> Iterator[str]:
    """What was found, how sure that is, where the page is, what to try next."""
    comparisons = decision["comparisons"]
    base, head = (decision[side]["hash"][:8] for side in ("base", "head"))
    yield cut(f"{head} after {base}: {decision['head']['subject']}")
    yield f"found  {found(comparisons)}"
    notable = sorted(
        (each for each in comparisons if each["verdict"] in NOTABLE),
        key=lambda each: NOTABLE.index(each["verdict"]),
    )
    for each in notable[:MOST_SHOWN]:
        yield cut(f"       {each['verdict']}: {each['benchmark']}{change(each)}")
        if each["because"]:
            yield cut(f"         because {each['because'][0]}")
    if len(notable) > MOST_SHOWN:
        yield f"       and {len(notable) - MOST_SHOWN} more: site/first.txt"
    yield f"sure   {sure(comparisons)}"
    yield "page   site/unladen/index.html: all results of this repository, and these"
    yield "next   .venv/bin/unladen demo               plants a slowdown in a clone, and finds it"
    yield "       .venv/bin/unladen publish --serve    shows the page in a browser"
    yield f"took   {seconds} s, {decision['seconds']:.0f} of them the gate"


def found(comparisons: list[dict[str, Any]]) -> str:
    counts = Counter(each["verdict"] for each in comparisons)
    worse = [f"{counts[verdict]} {verdict}" for verdict in FAILING if counts[verdict]]
    rest = [f"{count} {verdict}" for verdict, count in counts.items() if verdict not in FAILING]
    said = ", ".join(worse) if worse else "nothing got slower"
    return f"{said}; of {len(comparisons)} benchmarks: {', '.join(rest) or 'no other verdict'}"


def sure(comparisons: list[dict[str, Any]]) -> str:
    """By what they are the same, and to what precision those are that were measured."""
    same = Counter(each["stage"] for each in comparisons if each["verdict"] == "same")
    told = [f"{count} {HOW[stage]}" for stage, count in same.items()]
    widths = [
        (each["change"]["high"] - each["change"]["low"]) / 2
        for each in comparisons
        if each["change"] and each["stage"] == "time"
    ]
    if widths:
        told.append(f"timed ones to within ± {100 * max(widths):.1f} % or better")
    return f"same: {', '.join(told)}" if told else "see site/first.txt"


def change(each: dict[str, Any]) -> str:
    """The interval of what decided it."""
    told = each["instructions"] if each["stage"] == "instructions" else each["change"]
    if not told:
        return f", {each['reason']}" if each["reason"] else ""
    low, middle, high = (100 * told[name] for name in ("low", "estimate", "high"))
    return f" {middle:+.2f} % [{low:+.2f}, {high:+.2f}]"


def cut(text: str) -> str:
    plain = "".join(each if each.isprintable() else " " for each in text)
    return plain if len(plain) <= WIDTH else f"{plain[: WIDTH - 1]}…"


if __name__ == "__main__":
    told = json.loads(Path(sys.argv[1]).read_bytes())
    for line in lines(told, int(sys.argv[2])):
        sys.stdout.write(f"{line}\n")
