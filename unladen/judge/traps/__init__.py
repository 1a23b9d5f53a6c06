"""Sources of a suite, and records -> Traps: what can be seen before anything is measured."""
