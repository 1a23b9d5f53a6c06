"""a benchmark on two sides -> what it is made of: lane by lane, none of them timed."""
