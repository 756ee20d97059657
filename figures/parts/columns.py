"""How the columns of a source are renewed."""

from __future__ import annotations

from bokeh.models import ColumnDataSource


def renew(source: ColumnDataSource, columns: dict[str, list]) -> None:
    """Give ``source`` these ``columns``, short plain lists; what has not changed is not sent.

    The first columns must be all there; later a part of them is enough. Lists, because they travel
    in the message, while an array costs two frames more.
    """
    old = source.data
    news = {name: column for name, column in columns.items() if old.get(name) != column}
    if len(news) == len(old):
        source.data = news
    elif news:
        source.data.update(news)
