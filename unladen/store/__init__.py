"""what is kept between runs: records, profiles, what is accepted, asv's files, the archive."""
