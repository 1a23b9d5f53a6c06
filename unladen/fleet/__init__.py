"""units of work -> many machines -> results that come home."""
