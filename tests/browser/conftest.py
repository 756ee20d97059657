"""One server and one browser for all tests here, and pages that fail on any trouble."""

import os
from contextlib import contextmanager
from urllib.parse import urlsplit

import pytest

from tests.browser import chromium
from tests.browser.app_page import TRAFFIC, AppPage
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


@pytest.fixture
def visit(browser, server, request):
    """A function that makes a visitor: a fresh browser context with one page.

    After the test it fails on console errors, errors of scripts, requests to another host, and
    errors in the server's log; each visitor's list ``trouble`` may be cleared by the test.
    """
    visitors = []

    def make(viewport=DESKTOP, **options) -> AppPage:
        context = browser.new_context(
            viewport=viewport, permissions=["clipboard-read", "clipboard-write"], **options
        )
        context.set_default_timeout(10_000)
        app = AppPage(context.new_page(), server)
        app.trouble = []
        app.context = context
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
        app.context.close()
    assert not trouble, trouble
    assert not server.trouble(), f"the server's log:\n{server.trouble()}"


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
    def route(handler):
        url = urlsplit(handler.request.url)
        if url.netloc == app.server.host or url.scheme in ("data", "blob"):
            handler.continue_()
        else:
            app.trouble.append(f"request to another host: {handler.request.url}")
            handler.abort()

    def console(message):
        if message.type == "error":
            app.trouble.append(f"console: {message.text} {message.location.get('url', '')}")

    def socket(opened):
        if urlsplit(opened.url).netloc != app.server.host:
            app.trouble.append(f"WebSocket to another host: {opened.url}")

    app.context.add_init_script(TRAFFIC)
    app.context.route("**/*", route)
    app.page.on("console", console)
    app.page.on("pageerror", lambda error: app.trouble.append(f"script: {error}"))
    app.page.on("websocket", socket)


@contextmanager
def without_trouble(app: AppPage):
    """Forget what a test provoked on purpose."""
    yield
    app.trouble.clear()
