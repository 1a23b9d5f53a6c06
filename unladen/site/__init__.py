"""history and profiles -> the regression site; only what is new is written."""
