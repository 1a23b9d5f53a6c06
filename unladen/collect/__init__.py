"""world -> Record: commits, builds, suites and measurements."""
