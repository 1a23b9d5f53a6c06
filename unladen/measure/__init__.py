"""commits -> measurements: builds, workers in lockstep, counting, and one rule for when to stop."""
