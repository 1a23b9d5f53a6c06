"""the answers of a benchmark on two sides -> items gained, lost and changed."""

from unladen.model import Measurement


def agree(old: Measurement, new: Measurement) -> bool:
    """Also where either side does not say what its answers are."""
    return old.answers is None or new.answers is None or old.answers == new.answers


def answers_of(old: Measurement, new: Measurement) -> dict[str, list[str]]:
    """Nothing where either side does not say what its answers are."""
    if old.answers is None or new.answers is None:
        return {}
    both = old.answers.keys() & new.answers.keys()
    return {
        "gained": sorted(new.answers.keys() - old.answers.keys()),
        "lost": sorted(old.answers.keys() - new.answers.keys()),
        "changed": sorted(item for item in both if old.answers[item] != new.answers[item]),
    }
