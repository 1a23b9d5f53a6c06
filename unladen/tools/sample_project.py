"""a folder -> a small project with an asv suite in it, for who has none and wants a demo."""

import json
from pathlib import Path

from unladen.tools import files

NAME = "sample"

PYPROJECT = """\
[build-system]
requires = ["setuptools"]
build-backend = "setuptools.build_meta"

[project]
name = "sample"
version = "1.0"

[tool.setuptools]
packages = ["sample"]
"""

WORDS = '''\
"""Which words are in texts, and how often."""


def cleaned(word):
    return "".join(letter for letter in word.lower() if letter.isalnum())


def words_of(text):
    return [each for each in map(cleaned, text.split()) if each]


def counted(texts):
    counts = {}
    for text in texts:
        for word in words_of(text):
            counts[word] = counts.get(word, 0) + 1
    return counts


def ranked(counts, most=10):
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:most]
'''

TABLE = '''\
"""Rows of text, in columns that line up."""


def widths(rows):
    return [max(map(len, column)) for column in zip(*rows)]


def drawn(rows):
    wide = widths(rows)
    lines = []
    for row in rows:
        lines.append("  ".join(cell.ljust(width) for cell, width in zip(row, wide)))
    return "\\n".join(lines)
'''

SUITE = '''\
"""The costs that users of the package see."""

from sample import table, words

TEXT = "The swallow flies %d miles, and carries a coconut of %d grams."
TEXTS = [TEXT % (n, n * 7) for n in range(40)]


class TimeWords:
    def setup(self):
        self.counts = words.counted(TEXTS)

    def time_count(self):
        words.counted(TEXTS)

    def time_rank(self):
        for _ in range(20):
            words.ranked(self.counts)


class TimeTable:
    def setup(self):
        self.rows = [(text[:20], text[20:40], str(n)) for n, text in enumerate(TEXTS)] * 10

    def time_draw(self):
        table.drawn(self.rows)

    def time_widths(self):
        for _ in range(10):
            table.widths(self.rows)
'''

CONFIG = {
    "version": 1,
    "project": NAME,
    "repo": ".",
    "branches": ["HEAD"],
    "environment_type": "virtualenv",
    "benchmark_dir": "benchmarks",
    "results_dir": "results/asv",
}


def written(folder: Path) -> None:
    texts = {
        ".gitignore": ".asv/\nresults/\n__pycache__/\n",
        "asv.conf.json": json.dumps(CONFIG, indent=1),
        "pyproject.toml": PYPROJECT,
        "sample/__init__.py": "",
        "sample/words.py": WORDS,
        "sample/table.py": TABLE,
        "benchmarks/__init__.py": "",
        "benchmarks/texts.py": SUITE,
    }
    for name, text in texts.items():
        files.replace(folder / name, text)
