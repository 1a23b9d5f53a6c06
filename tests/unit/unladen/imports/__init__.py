"""Files as other tools wrote them (tests/unit/unladen/imports/made.md says how), and who reads
them."""

from pathlib import Path

from unladen.store.imports.records import ImportedAs

HERE = Path(__file__).parent
SAMPLES = sorted(p for p in HERE.iterdir() if p.suffix in (".json", ".js") and "asv" not in p.name)
ASV_SAMPLES = sorted(HERE.glob("asv*.json"))
HOW = ImportedAs(format="tool", file="a.json", digest="0" * 64)
