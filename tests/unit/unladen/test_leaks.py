"""What calls leave behind: seen from outside, and flagged only where it goes on growing."""

import multiprocessing
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.unladen.values import benchmark, record, timed
from unladen.config import Config
from unladen.history.flagged import flags_between
from unladen.judge.leaks import as_before, heavier_tree, leaks, left_behind
from unladen.measure import footprints
from unladen.model import Footprint, Measurement
from unladen.model.flags import FlagKind
from unladen.output import terminal
from unladen.output.flags import left_behind as left_words
from unladen.output.flags import told
from unladen.store.project import Project
from unladen.store.records import record_from_json, record_to_json

MB = 1_000_000


def held(
    threads: Sequence[int] = (1, 1, 1, 1),
    memory: Sequence[int] = (),
    descriptors: Sequence[int] = (),
    peak: int = 40 * MB,
) -> Footprint:
    ones = (1,) * len(threads)
    return Footprint(
        processes=ones,
        threads=tuple(threads),
        descriptors=tuple(descriptors) or ones,
        semaphores=(0,) * len(threads),
        memory=tuple(memory) or (10 * MB,) * len(threads),
        peaks=(peak,) * len(threads),
    )


def measured(*each: Footprint | None) -> Measurement:
    one, _ = timed([1.0] * len(each))
    runs = zip(one.runs, each, strict=True)
    return replace(one, runs=tuple(replace(run, number=2, footprint=f) for run, f in runs))


QUIET = measured(*[held()] * 5)


def test_a_thread_of_each_call_is_told_with_its_trend() -> None:
    (flag,) = leaks(QUIET, measured(*[held((3, 5, 7, 9))] * 5))
    assert (flag.kind, flag.what, flag.base, flag.head) == (FlagKind.LEAK, "threads", 0.0, 1.0)
    assert told(flag) == (
        "each call leaves 1 thread behind: 3 to 9 in 6 calls, in each of 5 processes"
    )


def test_what_one_process_did_not_keep_is_no_trend() -> None:
    assert not list(leaks(QUIET, measured(*[held((3, 5, 7, 9))] * 4, held((3, 5, 5, 5)))))
    assert not list(leaks(QUIET, measured(held((1, 9, 9, 9)), held((1, 9, 9, 9)))))


def test_a_pool_that_fills_up_and_stays_is_no_leak() -> None:
    assert not left_behind(measured(*[held((1, 2, 3, 4, 4))] * 5))
    kept = [10 * MB, 14 * MB, 18 * MB, 18 * MB + 4096, 18 * MB + 8192]
    assert not left_behind(measured(*[held((1,) * 5, kept)] * 5))


def test_what_a_collection_frees_is_no_leak() -> None:
    """The last entry is of after it."""
    assert not left_behind(measured(*[held((3, 5, 7, 3))] * 5))
    assert not left_behind(measured(*[held((1,) * 4, [10 * MB, 14 * MB, 18 * MB, 10 * MB])] * 5))


def test_memory_that_goes_on_growing_is_a_leak_and_a_page_now_and_then_is_none() -> None:
    growing = held((1,) * 4, [10 * MB, 12 * MB, 14 * MB, 16 * MB])
    (flag,) = leaks(QUIET, measured(*[growing] * 5))
    assert told(flag) == (
        "each call leaves 1.0 MB of memory behind: 10.0 to 16.0 MB in 6 calls, "
        "in each of 5 processes"
    )
    assert not left_behind(measured(*[held((1,) * 4, [10 * MB, 10 * MB + 4096] * 2)] * 5))


def test_few_samples_and_old_records_say_nothing() -> None:
    assert not left_behind(measured(held((1, 2))))
    assert not left_behind(measured(None, None, None))
    assert left_behind(measured(*[held((1, 2))] * 3))["threads"].each == 0.5


def test_what_base_left_behind_too_is_no_flag_of_head_s_but_is_told() -> None:
    one = measured(*[held((3, 5, 7, 9))] * 5)
    assert not list(leaks(one, one))
    (left,) = as_before(one, one)
    assert "1 thread behind" in left_words(left)
    twice = measured(*[held((3, 7, 11, 15))] * 5)
    (flag,) = leaks(one, twice)
    assert "2 threads (1 thread before)" in told(flag)
    assert not as_before(one, twice)
    assert not list(leaks(twice, one))


def test_the_peak_of_the_tree_is_flagged_if_every_pair_shows_it() -> None:
    heavy = measured(*[held(peak=90 * MB)] * 5)
    flag = heavier_tree(QUIET, heavy, 0.05)
    assert flag is not None
    assert (flag.kind, flag.base, flag.head) == (FlagKind.HEAVIER, 40 * MB, 90 * MB)
    mixed = measured(*[held(peak=90 * MB)] * 4, held(peak=40 * MB))
    assert heavier_tree(QUIET, mixed, 0.05) is None
    assert heavier_tree(heavy, QUIET, 0.05) is None


def test_a_project_hears_of_a_leak_where_its_flags_are_told() -> None:
    project = cast(Project, SimpleNamespace(config=Config()))
    leaking = measured(*[held((3, 5, 7, 9), descriptors=(4, 6, 8, 10))] * 5)
    id = benchmark().id
    found = flags_between(project, ({id: QUIET}, {id: leaking}), {}, ())
    assert [flag.what for flag in found] == ["threads", "file descriptors"]
    quiet = cast(Project, SimpleNamespace(config=Config(flags=(FlagKind.WAITS,))))
    assert not flags_between(quiet, ({id: QUIET}, {id: leaking}), {}, ())


def test_a_record_keeps_footprints_and_shows_them() -> None:
    one = record(measured(*[held((3, 5, 7, 9))] * 3))
    again = record_from_json(record_to_json(one))
    assert again == one
    (id,) = again.measurements
    left = {id: list(left_behind(again.measurements[id]).values())}
    lines = "\n".join(terminal.record_lines(again, left))
    assert "peak 40.0 MB, 9 threads" in lines
    assert "leak  each call leaves 1 thread behind" in lines


def test_a_record_without_footprints_is_written_as_it_always_was() -> None:
    value = record_to_json(record(measured(None)))
    assert "footprint" not in str(value)
    broken = record_to_json(record(measured(held())))
    broken["measurements"][benchmark().id]["runs"][0]["footprint"]["threads"] = [1]
    with pytest.raises(ValueError, match="does not fit together"):
        record_from_json(broken)


@given(st.lists(st.integers(1, 50), min_size=4, max_size=6))
def test_what_comes_back_to_where_it_began_never_leaks(values: list[int]) -> None:
    assert not left_behind(measured(*[held([*values, values[0]])] * 5))


HOLDS = """
import multiprocessing, os, subprocess, sys, threading
fork = multiprocessing.get_context("fork")  # another one starts a process for semaphores
kept = [open(os.devnull) for _ in range(5)] + [fork.Lock() for _ in range(3)]
for _ in range(4):
    threading.Thread(target=threading.Event().wait, daemon=True).start()
child = subprocess.Popen(["sleep", "60"])
print("ready", flush=True)
sys.stdin.read()
child.kill()
"""


def test_a_process_is_seen_with_all_that_came_of_it() -> None:
    words = [sys.executable, "-c", HOLDS]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        seen = footprints.now(process.pid)
        assert seen is not None
        assert (seen.processes, seen.threads, seen.semaphores) == (2, 6, 3)
        assert seen.descriptors >= 5 + 3
        assert seen.memory > MB
        assert seen.peak > seen.memory
        again = footprints.now(process.pid, seen, ended_peak=1 << 40)
        assert again is not None
        assert again.semaphores == 3
        assert again.peak >= 1 << 40
        process.communicate()
    assert footprints.now(process.pid) is None
    assert footprints.footprint([seen, None]) is None


def test_the_peak_of_a_sample_is_not_that_of_one_before() -> None:
    code = "import sys; b = b'x' * 80_000_000; del b; print(1, flush=True); sys.stdin.read()"
    words = [sys.executable, "-c", code]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        first, second = footprints.now(process.pid), footprints.now(process.pid)
        process.communicate()
    assert first is not None
    assert second is not None
    assert first.peak > 80 * MB > second.peak


def test_a_lock_of_ours_is_a_semaphore_that_the_system_shows() -> None:
    """How the C library maps it is no promise of anybody's."""
    kept = multiprocessing.Lock()
    with open("/proc/self/maps", "rb") as file:
        assert footprints.SEMAPHORE in file.read(), kept
