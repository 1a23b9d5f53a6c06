"""One test in a process of its own: what the fork of a worker does when tests are the suite.

The other way round as with asv's benchmarks: commands are answered from within the test, where it
calls its fixture, and so below all that its fixtures and `with` blocks have set up.
"""

import os
from typing import Any

from unladen_probe_held import HeldCall
from unladen_probe_pytest import EndOfTest, Tests
from unladen_probe_task import Message, Task

UNUSED = "the test never calls its `benchmark` fixture"
OVER = {"error": "the test has ended"}


class TestTask(Task):
    __test__ = False

    def __init__(self, channel: Any, tests: Tests, command: Message, ran: Any = None) -> None:
        super().__init__(channel, tests.found.get(command["name"]), command, ran)
        self.tests = tests
        self._entered = False
        self._left: Message | None = None
        """What was found out before the test was let go; told if it then ends well."""

    def serve(self) -> None:
        if self.benchmark is None:
            self.channel.send(missing=True)
            return
        self.limit(self.command)
        ended = self.tests.run(self.benchmark, self._held, self.command["folder"])
        self.channel.send(**self._reply_at_the_end(ended))
        while (command := self.channel.receive()) is not None and command["do"] != "done":
            self.channel.send(**OVER)

    def _held(self, held: HeldCall, number: int) -> None:
        """Called by the test, instead of what it would measure."""
        self.benchmark.take(held, number)
        self._entered = True
        self.channel.send(ready=True)
        while (command := self.channel.receive()) is not None and command["do"] != "done":
            if command["do"] in ("ran", "teardown"):
                self._left = self._last(command)
                if "error" not in self._left:
                    return
                self.channel.send(**self._left)
            else:
                self.channel.send(**self._expected(self.reply_to(command)))
        os._exit(0)  # whoever asks no more wants to be rid of it

    def _last(self, command: Message) -> Message:
        """Before the test goes on."""
        return self._expected(
            self.reply_to({"do": "called"} if command["do"] == "ran" else command)
        )

    def do_called(self, _: Message) -> Message:
        return {"called": self.called()}

    def _expected(self, reply: Message) -> Message:
        """A test that is expected to fail, and does, is skipped."""
        mark = self.benchmark.item.get_closest_marker("xfail")
        if mark is None or "error" not in reply:
            return reply
        return {"skipped": f"expected to fail: {mark.kwargs.get('reason') or reply['error']}"}

    def _reply_at_the_end(self, ended: EndOfTest) -> Message:
        if ended.error:
            return {"error": ended.error}
        if ended.skipped:
            return {"skipped": ended.skipped}
        if not self._entered:
            return {"skipped": UNUSED}
        if self._left is not None and "called" in self._left:
            return self.all_that_ran(self._left["called"])
        return self._left or OVER
