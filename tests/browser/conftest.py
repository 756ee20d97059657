"""One server and one browser for all tests here, and pages that fail on any trouble."""

import os
from urllib.parse import urlsplit

import pytest

from tests.browser import chromium
from tests.browser.app_page import NAMED, TRAFFIC, AppPage
from tests.browser.serving import ROOT, serving

DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="session")
def server():
    with serving() as running:
        yield running
        trouble = running.trouble()
    assert not trouble, f"the server's log:\n{trouble}"


@pytest.fixture(scope="session")
def browser():
    if chromium.find() is None and os.environ.get("CI") != "true":
        pytest.skip("no Chromium here")
    with chromium.launched() as running:
        yield running


@pytest.fixture(scope="session")
def contexts(browser):
    """Browser contexts by their options: tabs of one context share the cache, nothing else."""
    made = {}

    def get(viewport, **options):
        key = repr((viewport, sorted(options.items())))
        if key not in made:
            made[key] = browser.new_context(
                viewport=viewport, permissions=["clipboard-read", "clipboard-write"], **options
            )
            made[key].set_default_timeout(10_000)
            made[key].add_init_script(TRAFFIC + NAMED)
        return made[key]

    yield get
    for context in made.values():
        context.close()


@pytest.fixture
def visit(contexts, server, request):
    """A function that makes a visitor: a fresh tab, which the app takes for a new person.

    After the test it fails on console errors, errors of scripts, requests to another host, and
    errors in the server's log.
    """
    visitors = []

    def make(viewport=DESKTOP, **options) -> AppPage:
        app = AppPage(contexts(viewport, **options).new_page(), server)
        _watch(app)
        visitors.append(app)
        return app

    yield make
    trouble = [text for app in visitors for text in app.trouble]
    if trouble or getattr(request.node, "failed", False):
        folder = ROOT / "build" / "browser"
        folder.mkdir(parents=True, exist_ok=True)
        for number, app in enumerate(visitors):
            app.page.screenshot(path=folder / f"{request.node.name[:80]}-{number}.png")
    for app in visitors:
        app.page.close()
    assert not trouble, trouble
    told = server.trouble()
    assert not told, f"the server's log:\n{told}"


@pytest.fixture
def app(visit) -> AppPage:
    """One visitor at 1280 x 800."""
    return visit()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    item.failed = getattr(item, "failed", False) or report.failed
    return report


def _watch(app: AppPage) -> None:
    def leaves(url: str) -> bool:
        parts = urlsplit(url)
        return parts.scheme not in ("data", "blob") and parts.netloc != app.server.host

    def request(sent):
        if leaves(sent.url):
            app.trouble.append(f"request to another host: {sent.url}")

    def socket(opened):
        if leaves(opened.url):
            app.trouble.append(f"WebSocket to another host: {opened.url}")

    def console(message):
        if message.type == "error":
            app.trouble.append(f"console: {message.text} {message.location.get('url', '')}")

    app.page.on("request", request)
    app.page.on("websocket", socket)
    app.page.on("console", console)
    app.page.on("pageerror", lambda error: app.trouble.append(f"script: {error}"))
