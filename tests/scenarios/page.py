"""Writes docs/incidents.md from the scenarios and what they were told."""

from importlib import import_module

from tests.scenarios.rows import EXCERPTS, HERE, NUMBERS, ROOT, ROWS, Row

PAGE = ROOT / "docs" / "incidents.md"
HEAD = """# Incidents, and what a user reads

Sixty ways in which a performance project fooled itself are the requirements of this one. Each is
built for real by a scenario, which runs the command below and holds the exit code and what is
printed; what stands here was printed by it. Beside each is a control, in which nothing is wrong and
nothing is said. `tox -e scenarios` runs all of them; `python -m tests.scenarios.mutate` takes away
one check after the other and shows its scenario fail.

{whole} of the {all} rows are answered in full{rest}.

"""
GROUPS = {
    "Is it the same work?": "I01 I02 I03 I04 I10 I11 I29 I30 I42 I43 I54 I56",
    "Is it a real change, or the machine?": (
        "I05 I06 I07 I08 I09 I18 I23 I24 I27 I33 I36 I47 I49 I50"
    ),
    "Where does the time go?": "I13 I14 I15 I16 I17 I20 I21 I22 I34 I37 I40 I45 I46 I58",
    "Did the change do what it said?": "I12 I19 I25 I26 I38 I39 I41 I44 I51 I52 I53 I57",
    "Is the answer trustworthy, and can it be found again?": "I28 I31 I32 I35 I48 I55 I59 I60",
}


def rows() -> dict[str, Row]:
    """Of every module of scenarios."""
    for path in sorted(HERE.glob("test_*.py")):
        import_module(f"tests.scenarios.{path.stem}")
    return ROWS


def page() -> str:
    known = rows()
    assert sorted(" ".join(GROUPS.values()).split()) == list(NUMBERS)
    partly = [row.number for row in known.values() if row.missing]
    rest = f"; what is missing of {', '.join(sorted(partly))} stands there" if partly else ""
    counts = {"whole": len(known) - len(partly), "all": len(NUMBERS), "rest": rest}
    parts = [HEAD.format(**counts)]
    for title, numbers in GROUPS.items():
        parts.append(f"## {title}\n\n")
        parts += [_section(known[number]) for number in numbers.split() if number in known]
    return "".join(parts).rstrip() + "\n"


def _section(row: Row) -> str:
    excerpt = EXCERPTS / f"{row.number}.txt"
    parts = [f"### {row.number}: {row.word}\n\n"]
    if row.remark:
        parts.append(f"{row.remark}\n\n")
    if excerpt.exists():
        parts.append(f"```text\n{excerpt.read_text()}```\n\n")
    if row.missing:
        parts.append(f"**Missing:** {row.missing}\n\n")
    names = [f"`{name}`" for name in (*row.tests, *row.controls)]
    return "".join(parts) + "Tests: " + ", ".join(names) + "\n\n"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
