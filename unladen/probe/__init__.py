"""What runs inside the measured environment: standard library and asv_runner only."""
