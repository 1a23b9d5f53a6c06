"""The array benchmarks skip with a reason what cannot be measured, and never tell zero."""

import importlib.util

import pytest

from benchmarks import array


def test_an_older_commit_without_arrays_is_skipped_with_that_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    for benchmark in (array.TimeArrays(), array.TrackTransfers(), array.TrackDevice()):
        with pytest.raises(NotImplementedError, match="this commit has no"):
            benchmark.setup("numpy", 4)


def test_a_machine_without_a_gpu_is_skipped_with_that_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("arc_solver.array.backend.why_no_gpu", lambda: "there is no GPU")
    for benchmark in (array.TimeArrays(), array.TrackTransfers(), array.TrackDevice()):
        with pytest.raises(NotImplementedError, match="there is no GPU"):
            benchmark.setup("cupy", 4)
    with pytest.raises(NotImplementedError, match="there is no GPU"):
        array.TimeFirst().setup("cupy")


def test_numpy_and_the_baseline_are_measured_and_answer_the_same() -> None:
    told = [array.TimeArrays().answers(name, 4) for name in ("scalar", "numpy")]
    assert told[0] == told[1]
    assert len(told[0]) > 10
    transfers = array.TrackTransfers()
    transfers.setup("numpy", 4)
    assert transfers.track_transfers() == 2
    assert transfers.track_bytes_out() > transfers.track_bytes_in() > 0


def test_a_device_that_is_none_has_no_device_time() -> None:
    benchmark = array.TrackDevice()
    benchmark.setup("numpy", 4)
    with pytest.raises(NotImplementedError, match="no device of its own"):
        benchmark.track_device_seconds()
