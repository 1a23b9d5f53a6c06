"""records of many commits -> series, steps, who made them, what became of each."""
