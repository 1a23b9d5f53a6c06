"""How well steps are found: labelled series, and real noise with exact steps put into it.

    python -m tests.quality.detector --data ../shared/data

Printed: F1 against people's labels (margin of five points, as the Turing benchmark scores it, and
as the series of Firefox are scored); false steps per 1,000 points where nobody sees one; planted
steps found; CPU per 1,000 points.
People who have only the repository have no such data, and are told so.
"""

import argparse
import gzip
import json
import math
import random
import statistics
import sys
import time
from pathlib import Path

from unladen.judge.steps import steps

MARGIN = 5


def tcpd(folder: Path) -> tuple[float, float]:
    """Mean F1 over series with labels; false steps per 1,000 points where no one labelled any."""
    labels = json.loads((folder / "annotations.json").read_text())
    scores, false, points = [], 0, 0
    for name, annotators in sorted(labels.items()):
        told = json.loads((folder / "series" / f"{name}.json").read_text())
        if len(told["series"]) != 1:
            continue
        raw = told["series"][0]["raw"]
        values = [math.nan if value is None else float(value) for value in raw]
        found = [step.index for step in steps(values)]
        if not any(annotators.values()):
            false += len(found)
            points += len(values)
            continue
        scores.append(f1(found, annotators))
    return sum(scores) / len(scores), 1000 * false / max(1, points)


def f1(found: list[int], annotators: dict[str, list[int]]) -> float:
    """Precision against the labels of all together, recall as the mean over people."""
    mine = {0, *found}
    everyone = {0}.union(*map(set, annotators.values()))
    precision = len(_hits(everyone, mine)) / len(mine)
    each = [{0, *labels} for labels in annotators.values()]
    recall = sum(len(_hits(labels, mine)) / len(labels) for labels in each) / len(each)
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def _hits(truth: set[int], found: set[int]) -> set[int]:
    left = set(found)
    hits = set()
    for label in sorted(truth):
        near = [each for each in left if abs(each - label) <= MARGIN]
        if near:
            best = min(near, key=lambda each: abs(each - label))
            left.remove(best)
            hits.add(label)
    return hits


def engineers(folder: Path) -> tuple[float, float]:
    """F1 over all series of Firefox that performance engineers labelled, of each half of them: a
    label is where at least half of them have one, and the margin is the same."""
    labels = json.loads((folder / "annotations.json").read_text())
    names = sorted(labels)
    return _pooled(folder, labels, names[::2]), _pooled(folder, labels, names[1::2])


def _pooled(folder: Path, labels: dict[str, dict[str, list[int]]], names: list[str]) -> float:
    right = said = true = 0
    for name in names:
        text = gzip.decompress((folder / "series" / f"{name}.json.gz").read_bytes())
        found = [step.index for step in steps(json.loads(text))]
        truth = _agreed(labels[name])
        pairs = ((abs(a - b), a, b) for a in truth for b in found if abs(a - b) <= MARGIN)
        hit: set[float] = set()
        used: set[int] = set()
        for _, a, b in sorted(pairs):
            if a not in hit and b not in used:
                hit.add(a)
                used.add(b)
        right, said, true = right + len(hit), said + len(found), true + len(truth)
    return 2 * right / (said + true)


def _agreed(annotators: dict[str, list[int]]) -> list[float]:
    """The median of each cluster of labels that at least half of the people have a part in."""
    marks = sorted((index, who) for who, labels in annotators.items() for index in labels)
    clusters: list[list[tuple[int, str]]] = []
    for mark in marks:
        if clusters and mark[0] - clusters[-1][-1][0] <= MARGIN:
            clusters[-1].append(mark)
        else:
            clusters.append([mark])
    agreed = [each for each in clusters if 2 * len({who for _, who in each}) >= len(annotators)]
    return [statistics.median(index for index, _ in each) for each in agreed]


def histories(folder: Path) -> list[list[float]]:
    found = []
    for path in sorted((folder / "graphs").glob("*.json.gz")):
        told = json.loads(gzip.decompress(path.read_bytes()))
        rows = [row[1] if isinstance(row[1], list) else [row[1]] for row in told]
        width = max(map(len, rows), default=0)
        if width:
            first = [row[0] if row else None for row in rows]
            values = [math.nan if value is None else float(value) for value in first]
            if sum(map(math.isfinite, values)) >= 60:
                found.append(values)
    return found


def false_alarms(series: list[list[float]], seed: int) -> tuple[float, float]:
    """Per 1,000 points: histories whose points were shuffled, and noise that remembers half of
    itself from point to point."""
    order = random.Random(seed)
    found = points = 0
    for values in series:
        part = [value for value in values if math.isfinite(value)][:400]
        order.shuffle(part)
        found += len(steps(part))
        points += len(part)
    shuffled = 1000 * found / max(1, points)
    found = 0
    for _ in range(100):
        level, part = 0.0, []
        for _ in range(300):
            level = 0.5 * level + order.gauss(0, 1)
            part.append(100 + level)
        found += len(steps(part))
    return shuffled, found / 30


def planted(series: list[list[float]], size: float, seed: int) -> tuple[int, int, int]:
    """A quiet stretch of each history with one step in it: found, asked, and others found."""
    order = random.Random(seed)
    right = asked = others = 0
    for values in series:
        known = [value for value in values if math.isfinite(value)]
        start = order.randrange(0, len(known) - 59)
        part = known[start : start + 60]
        if steps(part):
            continue
        place = order.randrange(15, 45)
        changed = part[:place] + [value * (1 + size) for value in part[place:]]
        found = [step.index for step in steps(changed)]
        asked += 1
        right += any(abs(each - place) <= 2 for each in found)
        others += sum(abs(each - place) > 2 for each in found)
    return right, asked, others


def bumps(length: int, size: float, memory: float, seed: int) -> int:
    """Of 60 series of 900 points that remember so much of themselves: in how many both ends of a
    bump in the middle are found within three points."""
    right = 0
    for trial in range(60):
        order = random.Random(f"{seed}/{trial}")
        state, part = 0.0, []
        for place in range(900):
            state = memory * state + order.gauss(0, math.sqrt(1 - memory**2))
            part.append(1000 + state + size * (450 <= place < 450 + length))
        found = [step.index for step in steps(part)]
        ends = (450, 450 + length)
        right += all(any(abs(each - end) <= 3 for each in found) for end in ends)
    return right


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    words = parser.parse_args()
    if not words.data.is_dir():
        sys.exit(f"{words.data} is not here: these histories are not part of the repository")
    score, false = tcpd(words.data / "tcpd")
    print(f"labelled series: F1 {score:.3f}; false steps {false:.2f} per 1,000 points")
    even, odd = engineers(words.data / "mozilla-dev")
    print(f"series of Firefox: F1 {even:.3f} on those of even places, {odd:.3f} on the others")
    series = histories(words.data / "pandas-asv")
    started = time.process_time()
    found = sum(len(steps(values)) for values in series)
    spent = time.process_time() - started
    points = sum(map(len, series))
    told = f"{1e3 * spent / points * 1e3:.2f} ms of CPU per 1,000 points"
    print(f"{len(series)} histories, {points} points: {found} steps, {told}")
    shuffled, remembering = false_alarms(series, 1)
    print(f"false steps per 1,000 points: {shuffled:.2f} shuffled, {remembering:.2f} remembering")
    for size in (0.03, 0.05, 0.1, 0.2):
        right, asked, others = planted(series, size, 1)
        print(
            f"planted {100 * size:.0f} %: {right} of {asked} found within 2 points, {others} others"
        )

    for length, size in ((18, 26.0), (13, 27.0), (8, 10.0)):
        found_both = bumps(length, size, 0.3, 1)
        print(f"a bump of {length} points at {size:.0f} deviations: {found_both} of 60 found")


if __name__ == "__main__":
    main()
