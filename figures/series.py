"""A curve with a bounded number of points, however long it grows."""

from __future__ import annotations


class Series:
    """Every ``stride``-th row of a growing table; at most ``capacity`` rows are held.

    When there are more, the stride doubles and every second row goes. What is held depends on the
    number of rows alone, not on how they came.
    """

    def __init__(self, stride: int, capacity: int = 600):
        self.stride, self.capacity = stride, capacity
        self.rows: list[tuple[int, tuple[float, ...]]] = []

    def add(self, first: int, rows) -> tuple[list[tuple[float, ...]], bool]:
        """Add ``rows`` with the numbers first, first + 1, ... to the series.

        Returns the rows to append to the plotted curve and False, or, when the curve was thinned,
        all its rows and True.
        """
        fresh = [(k, row) for k, row in enumerate(rows, first) if k % self.stride == 0]
        self.rows += fresh
        thinned = len(self.rows) > self.capacity
        while len(self.rows) > self.capacity:
            self.stride *= 2
            self.rows = [(k, row) for k, row in self.rows if k % self.stride == 0]
        return [row for _, row in (self.rows if thinned else fresh)], thinned
