"""What a visitor's document asks of the server, without a server."""

import asyncio
import logging
import threading

import pytest

from figures import visitor


def in_the_loop(action):
    """What ``action`` gives when it is handed to a thread of the loop, after ``_no_threads``."""

    async def run():
        await visitor._no_threads()
        return await asyncio.to_thread(action)

    return asyncio.run(run())


def test_no_thread_calls_the_app():
    assert in_the_loop(threading.get_ident) == threading.get_ident()


def test_an_error_comes_back_to_who_asked():
    with pytest.raises(ZeroDivisionError):
        in_the_loop(lambda: 1 / 0)


@pytest.mark.parametrize(
    ("error", "told"), [("WebSocketClosedError", False), ("StreamClosedError", False), ("X", True)]
)
def test_a_closed_tab_is_no_news(caplog, error, told):
    async def fail():
        cause = type(error, (Exception,), {})()
        loop = asyncio.get_running_loop()
        loop.call_exception_handler({"message": "a write failed", "exception": cause})

    with caplog.at_level(logging.ERROR, logger="asyncio"):
        asyncio.run(fail())
    assert bool(caplog.records) == told
