"""answers of some items of many -> what a look at them would miss (I11)."""

import math

LOSS = 0.05
"""Of all items: the loss that is told."""
SURE = 0.01


def missed(sample: int, corpus: int, lost: int) -> float:
    """How likely none of those that are lost is in a sample that was drawn without looking."""
    if lost > corpus - sample:
        return 0.0
    return math.prod((corpus - sample - k) / (corpus - k) for k in range(lost))


def power_told(name: str, sample: int, corpus: int) -> str:
    """In a line, what a sample is good for; nothing of a corpus that is all there."""
    if not 0 < sample < corpus:
        return ""
    lost = max(1, round(LOSS * corpus))
    unseen = 100 * missed(sample, corpus, lost)
    sure = next(k for k in range(1, corpus + 1) if missed(sample, corpus, k) <= SURE)
    return (
        f"answers of {name} are of {sample} of {corpus} items: a change that breaks {lost} of all"
        f" goes unseen {unseen:.0f} times in 100, one that breaks {sure} once"
    )
