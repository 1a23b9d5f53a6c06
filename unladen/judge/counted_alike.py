"""anatomies of two commits -> the same, without instructions that are of different work.

Of a call that takes too long to be counted the same benchmark is counted with smaller parameters:
where one commit was, and the other was not, their instructions say nothing of each other.
"""

from dataclasses import replace

from unladen.model.anatomy import Anatomy


def counted_alike(base: Anatomy, head: Anatomy) -> tuple[Anatomy, Anatomy]:
    if not (base.instructions and head.instructions) or base.counted_as == head.counted_as:
        return base, head
    told = [side.counted_as or side.benchmark for side in (base, head)]
    note = f"instructions are not compared: of {told[0]} before, of {told[1]} now"
    notes = (*head.notes, note)
    return replace(base, instructions={}), replace(head, instructions={}, notes=notes)
