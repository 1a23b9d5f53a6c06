"""Work whose split is known: all of it in Python, or all of it in a library."""

import hashlib
import sys
import time

SECONDS = 1.5
BLOCK = bytes(2_000_000)


def python() -> int:
    total = 0
    for k in range(100_000):
        total += k * k % 7
    return total


def native() -> bytes:
    return hashlib.sha256(BLOCK).digest()


def main(kind: str) -> None:
    work = {"python": python, "native": native}[kind]
    until = time.perf_counter() + SECONDS
    while time.perf_counter() < until:
        work()


if __name__ == "__main__":
    main(sys.argv[1])
