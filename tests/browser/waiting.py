"""Page x condition -> when it holds."""

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page


def until(page: "Page", condition: str, seconds: float = 5) -> None:
    """Playwright's own wait_for_function needs eval, which the pages' policy rightly forbids."""
    end = time.monotonic() + seconds
    while not page.evaluate(condition):
        assert time.monotonic() < end, f"never came true: {condition}"
        page.wait_for_timeout(30)
