"""Attribution x head's files and new lines -> the functions to blame, where they stand."""

from collections.abc import Collection, Mapping
from collections.abc import Set as AbstractSet

from unladen.model import Culprit
from unladen.model.attribution import Attribution, Part
from unladen.output.explain import reasoned


def culprits(
    attribution: Attribution,
    files: Collection[str],
    new_lines: Mapping[str, AbstractSet[int]],
    most: int = 3,
) -> tuple[Culprit, ...]:
    """Of the parts that are told as reasons those that cost more and that the repository has;
    those of which the change wrote lines come first."""
    found = []
    for part, reason in reasoned(attribution, most):
        file = _in_repository(part.function.key.partition(":")[0], files, new_lines)
        if part.delta > 0 and file and part.function.line > 0:
            found.append(_placed(part, file, reason, new_lines.get(file, frozenset())))
    return tuple(sorted(found, key=lambda each: not each.new))


def _in_repository(
    installed: str, files: Collection[str], new_lines: Mapping[str, AbstractSet[int]]
) -> str:
    """An installed file lies in a folder of its own there (`src`), or in several by one name: then
    the one that was changed is meant, or nobody knows."""
    fitting = [name for name in files if name == installed or name.endswith(f"/{installed}")]
    changed = [name for name in fitting if name in new_lines]
    for names in (fitting, changed):
        if len(names) == 1:
            return names[0]
    return installed if installed in fitting else ""


def _placed(part: Part, file: str, reason: str, new: AbstractSet[int]) -> Culprit:
    first, last = part.function.line, max(part.function.line, part.function.end)
    inside = sorted(line for line in new if first <= line <= last)
    if not inside:
        return Culprit(file=file, line=first, end=last, new=False, reason=reason)
    end = inside[0]
    while end + 1 in new and end < last:
        end += 1
    return Culprit(file=file, line=inside[0], end=end, new=True, reason=reason)
