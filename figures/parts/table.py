"""The readout's table: rows fill one by one, the latest stands out."""

from __future__ import annotations

EMPTY = "·"


def table(heads, rows) -> str:
    """HTML of a table. ``heads`` are (text, css class); ``rows`` are (name, css class, cells, now).

    ``cells`` is None for a row that is not known yet; ``now`` marks the row just found.
    """
    head = "".join(
        f'<th scope="col" class="{css}">{text}</th>' if text else f'<td class="{css}"></td>'
        for text, css in heads
    )
    body = ""
    for name, css, cells, now in rows:
        filled = cells if cells is not None else [EMPTY] * (len(heads) - 1)
        data = "".join(f"<td>{cell}</td>" for cell in filled)
        mark = ' class="now"' if now else ""
        body += f'<tr{mark}><th scope="row" class="{css}">{name}</th>{data}</tr>'
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
