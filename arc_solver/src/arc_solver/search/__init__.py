"""Search: puzzles that nobody wrote a program for (docs/search.md)."""
