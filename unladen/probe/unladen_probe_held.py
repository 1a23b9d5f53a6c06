"""What a test gave to `benchmark`."""

from typing import Any


class HeldCall:
    """What a test gave to `benchmark`; it looks like a benchmark of asv_runner's."""

    def __init__(
        self, target: Any, arguments: Any, keywords: Any, around: Any = (None, None)
    ) -> None:
        self.target, self.arguments, self.keywords = target, tuple(arguments), dict(keywords or {})
        self.setup, self.teardown = around
        self.plain = not (self.setup or self.teardown)
        self.called = False

    def set_up(self) -> None:
        """As pytest-benchmark does it before each call, and after it."""
        if self.called:
            self.end()
        self.called = True
        given = self.setup() if self.setup is not None else None
        if given:
            self.arguments, self.keywords = tuple(given[0]), dict(given[1])

    def end(self) -> None:
        if self.teardown is not None:
            self.teardown(*self.arguments, **self.keywords)

    def again(self) -> Any:
        """With what the last set-up made."""
        return self.target(*self.arguments, **self.keywords)
