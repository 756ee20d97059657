"""Which Chromium drives the tests, and how it is started.

``python -m tests.browser.chromium`` says which one was found and fails where there is none.
"""

import os
import shutil
import sys
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")
QUIET = ["--disable-gpu", "--disable-quic", "--disable-sync", "--no-first-run",
         "--disable-background-networking", "--disable-component-update"]  # fmt: skip


def find() -> str | None:
    """Path of $CHROMIUM, of a browser on the PATH, or of the one that Playwright has fetched."""
    if wanted := os.environ.get("CHROMIUM"):
        return shutil.which(wanted)
    for name in NAMES:
        if path := shutil.which(name):
            return path
    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    return own if Path(own).exists() else None


@contextmanager
def launched(*flags: str):
    """A headless browser, with more ``flags``. Raises ``RuntimeError`` where there is none."""
    path = find()
    if path is None:
        raise RuntimeError("no Chromium: set CHROMIUM, install one, or run make browser")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=[*QUIET, *flags])
        try:
            yield browser
        finally:
            browser.close()


if __name__ == "__main__":
    found = find()
    print(f"Browser: {found or 'none found'}")
    sys.exit(found is None)
