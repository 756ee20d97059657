"""Everything that belongs to one visitor (one browser tab): never shared, never at module level."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import socket
from concurrent.futures import Future, ThreadPoolExecutor

import panel as pn

from figures.progress import Progress
from figures.state import ArmState
from figures.style import Style
from figures.text import Words

_CLOSED = ("WebSocketClosedError", "StreamClosedError")


def _is_news(record: logging.LogRecord) -> bool:
    """False for the error of a message that was on its way when the tab was closed."""
    return not (record.exc_info and type(record.exc_info[1]).__name__ in _CLOSED)


logging.getLogger("asyncio").addFilter(_is_news)

# The libraries stay for good: without them a full garbage collection is a short pause, not one of
# 60 ms that a hand on the arm feels.
gc.freeze()


class Visitor:
    """Language, theme, arm and progress of one visitor, and the way to their browser."""

    def __init__(self):
        self.words = Words()
        self.style = Style()
        self.state = ArmState()
        self.progress = Progress()
        self._doc = pn.state.curdoc

    @contextlib.contextmanager
    def one_message(self):
        """Send all changes made inside as one WebSocket message: frames are what an update costs."""
        with _gathered(self._doc), pn.io.unlocked():
            yield

    def later(self, milliseconds: int, action):
        """Run ``action`` once after a delay, in this visitor's document. Returns a canceller."""
        if self._doc is None or self._doc.session_context is None:
            return lambda: None  # no browser: nothing happens by itself
        handle = self._doc.add_timeout_callback(action, milliseconds)

        def cancel():
            with contextlib.suppress(ValueError):  # it has run already
                self._doc.remove_timeout_callback(handle)

        return cancel

    def every(self, milliseconds: int, action):
        """Run ``action`` again and again until the returned canceller is called or the tab closes."""
        if self._doc is None or self._doc.session_context is None:
            return lambda: None
        session = self._doc.session_context.session

        def tick():
            # A closed tab lives on for some seconds in the server: nothing should go on in it.
            if session is None or session.connection_count:
                action()

        handle = self._doc.add_periodic_callback(tick, milliseconds)

        def cancel():
            with contextlib.suppress(ValueError):
                self._doc.remove_periodic_callback(handle)

        return cancel


class _AtOnce(ThreadPoolExecutor):
    """Runs what it is given where it is given, not in a thread."""

    def submit(self, call, /, *args, **kwargs):
        done = Future()
        try:
            done.set_result(call(*args, **kwargs))
        except BaseException as error:  # it belongs to who asked for the result
            done.set_exception(error)
        return done


async def _no_threads() -> None:
    """Let Bokeh call this app in its event loop.

    From 3.10 on it hands each message to a thread, which on one interpreter only means that the
    two wait for each other (a drag took four times as long), and that a page would have to expect
    to be called from anywhere.
    """
    asyncio.get_running_loop().set_default_executor(_AtOnce())


def send_at_once(doc) -> None:
    """Let the WebSockets of ``doc`` carry an update without waiting, and nothing besides.

    Bokeh writes a message as several small frames and leaves TCP_NODELAY unset, so each update
    would wait for a delayed acknowledgement (about 40 ms instead of 20). And it answers each change
    that comes from the browser with an OK of three frames, which the browser throws away. The names
    below are Bokeh's internals: where they have changed, the app is slower and nothing else.
    """
    doc.add_next_tick_callback(_no_threads)
    with contextlib.suppress(AttributeError):
        for connection in doc.session_context.session._subscribed_connections:
            connection._socket.set_nodelay(True)
            connection.ok = lambda message: None


@contextlib.contextmanager
def _gathered(doc):
    """Let what is written until the end of this turn of the event loop leave as one packet.

    A message and the answer to the one before are six small frames; each packet wakes the system
    and the browser anew. Where the socket cannot do that, or Bokeh's names have changed, they leave
    one by one.
    """
    option = getattr(socket, "TCP_CORK", None)  # Linux
    wires = []
    with contextlib.suppress(AttributeError):
        for connection in doc.session_context.session._subscribed_connections:
            wires.append(connection._socket.ws_connection.stream.socket)
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:  # called from a thread that has none: nothing is gathered
        loop = None
    if option is None or loop is None or not wires:
        yield
        return

    def cork(on: bool) -> None:
        for wire in wires:
            with contextlib.suppress(OSError):  # closed in the meantime
                wire.setsockopt(socket.IPPROTO_TCP, option, on)

    cork(True)
    try:
        yield
    finally:
        loop.call_soon(cork, False)
