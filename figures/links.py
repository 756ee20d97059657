"""The state of the arm as query parameters of a link, and back."""

from __future__ import annotations

import numpy as np

from figures.numbers import fixed, parse, plain
from figures.state import LIMITS, UNIT


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
