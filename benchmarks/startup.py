"""What is paid before anything is solved, and what the instruments cost."""

import time

from arc_solver.spans import OFF, Spans
from benchmarks.inputs import tasks


class TimeStart:
    """A fresh interpreter each time; the first is the interpreter alone, to subtract."""

    def timeraw_interpreter(self) -> str:
        return "pass"

    def timeraw_import(self) -> str:
        return "import arc_solver"

    def timeraw_import_everything(self) -> str:
        return "import arc_solver.solve, arc_solver.store"

    def timeraw_help(self) -> str:
        return "from arc_solver.cli.parser import parser; parser().format_help()"

    def timeraw_library(self) -> str:
        return "from arc_solver import library; library.programs()"


class TimeTasks:
    timer = time.process_time

    def time_load(self) -> None:
        tasks()


class TimeSpans:
    """A thousand spans, on and off."""

    params = ("on", "off")
    param_names = ("spans",)
    timer = time.process_time

    def setup(self, which: str) -> None:
        self.spans = Spans("benchmark") if which == "on" else OFF

    def time_thousand(self, _: str) -> None:
        for _n in range(1000):
            with self.spans("part"):
                pass
