"""The state of the arm, and what a page shows of it, as query parameters of a link, and back."""

from __future__ import annotations

import numpy as np
import param

from figures.numbers import fixed, parse, plain
from figures.state import LIMITS, UNIT

# Parameters of the pages' own that a link holds beside the arm; dt in s, friction in N·m·s.
VIEW = ("step", "links", "n", "dt", "friction", "integrator")


def read_state(query: dict[str, str], n: int = 3) -> tuple[dict, list[tuple[str, dict]]]:
    """The state that a shared link says, and a message for each part that cannot be read."""
    values, messages = {}, []
    for name, count in (("q", n), ("qd", n), ("qdd", n), ("f_tip", 2)):
        if name not in query:
            continue
        limit, parts = LIMITS[name], query[name].split(",")
        try:
            if len(parts) != count:
                raise ValueError
            numbers = np.array([parse(part, -limit, limit) for part in parts])
        except ValueError:
            messages.append(
                ("error.link", {"name": name, "text": query[name][:24], "count": count,
                                "low": fixed(-limit, 0), "high": fixed(limit, 0),
                                "unit": UNIT[name]})
            )  # fmt: skip
            continue
        values[name] = np.radians(numbers) if name == "q" else numbers
    if "gravity" in query:
        if query["gravity"] in ("on", "off"):
            values["gravity_on"] = query["gravity"] == "on"
        else:
            messages.append(("error.choice", {"name": "gravity", "text": query["gravity"][:24],
                                              "choices": "on, off"}))  # fmt: skip
    return values, messages


def write_state(state) -> dict[str, str]:
    """The query parameters that :func:`read_state` reads back."""
    link = {"q": ",".join(plain(v, 6) for v in np.degrees(state.q))}
    for name in ("qd", "qdd", "f_tip"):
        link[name] = ",".join(plain(v, 6) for v in getattr(state, name))
    link["gravity"] = "on" if state.gravity_on else "off"
    return link


def read_view(page, query: dict[str, str]) -> tuple[dict, list[tuple[str, dict]]]:
    """The values of the page's own parameters that a link says, and a message for each bad one."""
    values, messages = {}, []
    for name in view_names(page):
        if name not in query:
            continue
        try:
            values[name] = _read(page.param[name], query[name])
        except ValueError:
            messages.append(("error.choice", {"name": name, "text": query[name][:24],
                                              "choices": _accepted(page.param[name])}))  # fmt: skip
    return values, messages


def write_view(page) -> dict[str, str]:
    """The query parameters that :func:`read_view` reads back."""
    link = {}
    for name in view_names(page):
        value = getattr(page, name)
        link[name] = plain(value, 6) if isinstance(value, float) else str(value)
    return link


def view_names(page) -> list[str]:
    """Those parameters of ``page`` that a link holds."""
    return [name for name in VIEW if name in page.param]


def _read(parameter, text: str):
    if isinstance(parameter, param.Selector):
        if text not in parameter.objects:
            raise ValueError(text)
        return text
    whole = isinstance(parameter, param.Integer)
    if whole and not (text.isascii() and text.isdigit()):
        raise ValueError(text)
    value = parse(text, *parameter.bounds)
    return int(value) if whole else value


def _accepted(parameter) -> str:
    if isinstance(parameter, param.Selector):
        return ", ".join(parameter.objects)
    low, high = parameter.bounds
    if isinstance(parameter, param.Integer) and high - low < 10:
        return ", ".join(map(str, range(low, high + 1)))
    return f"{low:g} … {high:g}"
