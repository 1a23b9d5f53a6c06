"""Suites that fall into each trap, and the same without it. `# <-` marks the line that is told."""

TRAPS = {
    "shadowed": """
class Work:
    def time_it(self):  # <-
        sum(range(10))
    def time_it(self):
        sum(range(20))
""",
    "does-nothing": """
def time_it():  # <-
    for n in range(10):
        yield n
""",
    "returns-nothing": """
def track_it():  # <-
    value = 3
""",
    "lazy-result": """
def squares(n):
    for k in range(n):
        yield k * k
def time_it():
    squares(100)  # <-
""",
    "swallowed": """
import project
def time_it():
    try:
        project.work()
    except Exception:  # <-
        pass
""",
    "spent-iterator": """
ROWS = (n * n for n in range(100))
def time_it():
    for row in ROWS:  # <-
        row + 1
""",
    "cached-call": """
from functools import lru_cache
import project
@lru_cache(maxsize=None)
def made(n):  # <-
    return project.work(n)
def time_it():
    made(3)
""",
    "kept-state": """
class Work:
    seen = []
    def time_it(self):
        self.seen.append(1)  # <-
""",
    "timer-overwrites": """
import time
import project
def track_it():
    took = 0.0
    for n in range(10):
        start = time.perf_counter()
        project.work(n)
        took = time.perf_counter() - start  # <-
    return took
""",
    "children-unseen": """
import subprocess, time
class Work:
    timer = time.process_time  # <-
    def time_it(self):
        subprocess.run(["true"])
""",
    "settable-clock": """
import time
import project
class Work:
    timer = time.time  # <-
    def time_it(self):
        project.work()
""",
    "times-itself": """
import time
import project
def track_seconds():
    start = time.perf_counter()
    project.work()
    return time.perf_counter() - start  # <-
""",
    "unseeded": """
import numpy as np
class Work:
    def setup(self):
        self.data = np.random.rand(1000)  # <-
    def time_it(self):
        self.data.sort()
""",
    "clock-as-data": """
import datetime
class Work:
    def setup(self):
        self.day = datetime.datetime.now()  # <-
    def time_it(self):
        self.day.isoformat()
""",
    "logging-on": """
import logging
import project
logging.basicConfig(level=logging.DEBUG)  # <-
def time_it():
    project.work()
""",
    "sleeps": """
import time
import project
def time_it():
    project.start()
    time.sleep(0.1)  # <-
""",
    "network": """
import urllib.request
class Work:
    def setup(self):
        self.text = urllib.request.urlopen("http://example.org").read()  # <-
    def time_it(self):
        self.text.split()
""",
    "pool-size": """
from concurrent.futures import ThreadPoolExecutor
class Work:
    def setup(self):
        self.pool = ThreadPoolExecutor()  # <-
    def time_it(self):
        list(self.pool.map(str, range(10)))
""",
    "files-left": """
import tempfile
class Work:
    def setup(self):
        self.folder = tempfile.mkdtemp()  # <-
    def time_it(self):
        len(self.folder)
""",
    "files-outside": """
class Work:
    def setup(self):
        with open("/tmp/data.txt", "w") as file:  # <-
            file.write("x")
    def time_it(self):
        open("/tmp/data.txt").read()
""",
    "work-at-import": """
TEXT = open("data.txt").read()  # <-
def time_it():
    TEXT.split()
""",
    "one-sample": """
import project
class Work:
    repeat = 1  # <-
    def time_it(self):
        project.work()
""",
    "no-answers": """
import project
class Work:
    def time_it(self):  # <-
        project.work()
""",
}

CONTROLS = {
    "shadowed": """
class Work:
    def time_it(self):
        sum(range(10))
class Other(Work):
    def time_it(self):
        sum(range(20))
""",
    "does-nothing": """
def time_it():
    for n in range(10):
        n * n
class Memory:
    def peakmem_nothing(self):
        pass
""",
    "returns-nothing": """
def track_it():
    return 3
def track_other():
    raise NotImplementedError
""",
    "lazy-result": """
def squares(n):
    for k in range(n):
        yield k * k
def time_it():
    list(squares(100))
    found = map(str, squares(3))
    sum(1 for _ in found)
""",
    "swallowed": """
import project
class Work:
    def setup(self):
        try:
            import numpy
        except Exception:
            pass
    def time_it(self):
        try:
            project.work()
        except ValueError:
            pass
        except Exception:
            raise RuntimeError
""",
    "spent-iterator": """
ROWS = [n * n for n in range(100)]
class Work:
    def setup(self):
        self.rows = iter(ROWS)
    def time_it(self):
        for row in ROWS:
            row + 1
        list(self.rows)
""",
    "cached-call": """
from functools import lru_cache
import project
@lru_cache(maxsize=None)
def made(n):
    return project.work(n)
class Work:
    def setup(self):
        self.data = made(3)
    def time_it(self):
        project.work(self.data)
""",
    "kept-state": """
class Work:
    seen = []
    def setup(self):
        self.seen = []
        self.count = 0
    def time_it(self):
        self.seen.append(1)
        self.count += 1
        mine = []
        mine.append(2)
""",
    "timer-overwrites": """
import time
import project
def track_it():
    took, all_of_them = 0.0, []
    for n in range(10):
        start = time.perf_counter()
        project.work(n)
        took += time.perf_counter() - start
        one = time.perf_counter() - start
        all_of_them.append(one)
    return took + min(all_of_them)
""",
    "children-unseen": """
import subprocess, time
class Work:
    def time_it(self):
        subprocess.run(["true"])
class Other:
    timer = time.process_time
    def time_it(self):
        sum(range(100))
""",
    "settable-clock": """
import time
import project
class Work:
    timer = time.perf_counter
    def time_it(self):
        start = time.time()
        while time.time() - start < 1.0:
            project.work()
""",
    "times-itself": """
import time
import project
def track_seconds():
    best = 1e9
    for _ in range(5):
        start = time.perf_counter()
        project.work()
        best = min(best, time.perf_counter() - start)
    return best
""",
    "unseeded": """
import random
import numpy as np
from .common import setup
class Work:
    def setup(self, seed=None):
        random.seed(1)
        self.data = np.random.rand(1000) + random.random()
        self.other = np.random.default_rng(3).normal(size=3)
        if seed is None:
            seed = np.random.default_rng()
    def time_it(self):
        self.data.sort()
""",
    "clock-as-data": """
import datetime
class Work:
    def setup(self):
        self.day = datetime.datetime(2020, 1, 1)
    def time_now(self):
        datetime.datetime.now()
""",
    "logging-on": """
import logging, sys
import project
logging.getLogger("project").setLevel(logging.WARNING)
def track_it():
    print("found")
    return 3
def time_it(out=sys.stdout):
    print("x", file=out)
""",
    "sleeps": """
import time
import project
class Work:
    def setup(self):
        time.sleep(0.1)
    def time_it(self):
        project.start()
""",
    "network": """
import urllib.parse
def fetched():
    import urllib.request
    return urllib.request.urlopen("http://example.org").read()
def time_it():
    urllib.parse.quote("x")
""",
    "pool-size": """
from concurrent.futures import ThreadPoolExecutor
class Work:
    def setup(self):
        self.pool = ThreadPoolExecutor(max_workers=4)
    def time_it(self):
        list(self.pool.map(str, range(10)))
""",
    "files-left": """
import shutil, tempfile
class Work:
    def setup(self):
        self.folder = tempfile.mkdtemp()
    def time_it(self):
        len(self.folder)
    def teardown(self):
        shutil.rmtree(self.folder)
""",
    "files-outside": """
class Work:
    def setup(self):
        with open("data.txt", "w") as file:
            file.write("x")
    def time_it(self):
        open("/tmp/data.txt").read()
""",
    "work-at-import": """
NAMES = [str(n) for n in range(100)]
def read():
    return open("data.txt").read()
class Work:
    def setup(self):
        self.text = read()
    def time_it(self):
        self.text.split()
if __name__ == "__main__":
    read()
""",
    "one-sample": """
import project
class Work:
    repeat = (1, 10, 20.0)
    def time_it(self):
        project.work()
    def track_it(self):
        return 1
    track_it.repeat = 1
""",
    "no-answers": """
import project
class Work:
    def time_it(self):
        project.work()
    def answers(self):
        return {"it": project.work()}
""",
}
COMMON = """
import numpy as np
def setup(*args, **kwargs):
    np.random.seed(0)
"""
