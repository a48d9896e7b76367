"""Waits for what a page does in its own time: so long that a fault ends them, not a loaded machine."""

PATIENCE = 180_000  # milliseconds


def until(page, holds, every=20):
    """Look until something holds, and return it."""
    for _ in range(PATIENCE // every):
        if found := holds():
            return found
        page.wait_for_timeout(every)
    raise AssertionError(page.locator("main").inner_text())
