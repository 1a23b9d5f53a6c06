"""the answers of a benchmark on two sides -> items gained, lost and changed."""

from unladen.model import Measurement


def agree(old: Measurement, new: Measurement) -> bool:
    """Also where either side does not say what its answers are."""
    return not differing(old, new)


def differing(old: Measurement, new: Measurement) -> list[str]:
    """Under the same hash seed. Of two that were asked under others, what changes with the seed on
    both sides is not told apart; and of one that was asked once, nothing that changes with it."""
    if old.answers is None or new.answers is None:
        return []
    before, after = old.answers, new.answers
    items = sorted(before.keys() | after.keys())
    if old.by_hash_seed.keys() != new.by_hash_seed.keys():
        either, both = fickle(old) | fickle(new), fickle(old) & fickle(new)
        known = min(len(old.by_hash_seed), len(new.by_hash_seed)) > 1
        one = either - both if known else set()
        return [i for i in items if i in one or (i not in either and before.get(i) != after.get(i))]
    changed = {i for i in items if before.get(i) != after.get(i)}
    for seed, told in old.by_hash_seed.items():
        now = new.by_hash_seed[seed]
        changed |= {
            i
            for i in told.keys() | now.keys()
            if told.get(i, before.get(i, "")) != now.get(i, after.get(i, ""))
        }
    return sorted(changed)


def fickle(one: Measurement) -> set[str]:
    """Items whose answers change with the hash seed."""
    return {item for told in one.by_hash_seed.values() for item in told}


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


def how_answers_differ(old: Measurement, new: Measurement) -> str:
    """In a line: how many, of how many, and whether the hash seed has to do with it."""
    before, after = old.answers or {}, new.answers or {}
    changed, items = differing(old, new), before.keys() | after.keys()
    lost = sum(item not in after for item in changed)
    gained = sum(item not in before for item in changed)
    told = f"{len(changed)} of {len(items)} answers differ ({lost} lost, {gained} gained)"
    by_seed = (fickle(new) - fickle(old)).intersection(changed)
    if by_seed:
        seeds = ", ".join(new.by_hash_seed)
        told += f"; {len(by_seed)} of them change with the hash seed (PYTHONHASHSEED {seeds})"
    return told
