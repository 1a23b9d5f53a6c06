window.BENCHMARK_DATA = {
 "lastUpdate": 1725571555068,
 "repoUrl": "https://example.org/a/b",
 "entries": {
  "Python Benchmark": [
   {
    "commit": {
     "author": {
      "email": "a@example.org",
      "name": "A",
      "username": "a"
     },
     "committer": {
      "email": "a@example.org",
      "name": "A",
      "username": "a"
     },
     "distinct": true,
     "id": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
     "message": "change a <b>\n\nits body",
     "timestamp": "2024-09-01T10:03:49-06:00",
     "tree_id": "eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee",
     "url": "https://example.org/commit/aaaaaaa"
    },
    "date": 1725485155068,
    "tool": "pytest",
    "benches": [
     {
      "name": "tests/test_it.py::test_sum",
      "value": 147.8,
      "unit": "iter/sec",
      "range": "stddev: 0.0020",
      "extra": "mean: 6.76 msec\nrounds: 139"
     },
     {
      "name": "tests/test_it.py::test_sort[10]",
      "value": 443.40000000000003,
      "unit": "iter/sec",
      "range": "stddev: 0.0010",
      "extra": "mean: 2.2 msec\nrounds: 400"
     }
    ]
   },
   {
    "commit": {
     "author": {
      "email": "a@example.org",
      "name": "A",
      "username": "a"
     },
     "committer": {
      "email": "a@example.org",
      "name": "A",
      "username": "a"
     },
     "distinct": true,
     "id": "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb",
     "message": "change b <b>\n\nits body",
     "timestamp": "2024-09-02T10:03:49-06:00",
     "tree_id": "eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee",
     "url": "https://example.org/commit/bbbbbbb"
    },
    "date": 1725571555068,
    "tool": "pytest",
    "benches": [
     {
      "name": "tests/test_it.py::test_sum",
      "value": 150.2,
      "unit": "iter/sec",
      "range": "stddev: 0.0020",
      "extra": "mean: 6.76 msec\nrounds: 139"
     },
     {
      "name": "tests/test_it.py::test_sort[10]",
      "value": 450.59999999999997,
      "unit": "iter/sec",
      "range": "stddev: 0.0010",
      "extra": "mean: 2.2 msec\nrounds: 400"
     }
    ]
   }
  ],
  "Benchmark": [
   {
    "commit": {
     "author": {
      "email": "a@example.org",
      "name": "A",
      "username": "a"
     },
     "committer": {
      "email": "a@example.org",
      "name": "A",
      "username": "a"
     },
     "distinct": true,
     "id": "cccccccccccccccccccccccccccccccccccccccc",
     "message": "change c <b>\n\nits body",
     "timestamp": "2024-09-03T10:03:49-06:00",
     "tree_id": "eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee",
     "url": "https://example.org/commit/ccccccc"
    },
    "date": 1725657955068,
    "tool": "customBiggerIsBetter",
    "benches": [
     {
      "name": "throughput",
      "value": "12.5",
      "unit": "MB/s"
     },
     {
      "name": "gone",
      "value": "n/a",
      "unit": "MB/s"
     }
    ]
   }
  ]
 }
}
