"""A map of one signed quantity over two joint angles, with the present pose marked on it."""

from __future__ import annotations

import numpy as np
from bokeh.models import ColumnDataSource, LinearColorMapper, Range1d
from bokeh.plotting import figure

from figures.parts.columns import renew
from figures.parts.press import hear_presses
from figures.parts.quiet import quiet
from figures.style import Style

_SHADES = 129
_EDGE = (-180, 180)
_TICKS = (-180, -90, 0, 90, 180)


class HeatMap:
    """``values`` (k, k) over angles of -180 .. 180°, rows upward; the line is where they are 0.

    ``largest`` is the value of the deepest colour; ``signs`` are (x, y, text) in degrees. Only
    :meth:`set` and :meth:`name` change what is seen; ``on_press(x, y)`` gets the pose pressed.
    """

    def __init__(self, name: str, style: Style, values: np.ndarray, largest: float, axes, signs,
                 on_press):  # fmt: skip
        self.style, self._top, self._largest = style, float(np.abs(values).max()), largest
        self._on_press = on_press
        self.figure = fig = figure(
            name=f"{name}_plot", tools="", toolbar_location=None, sizing_mode="stretch_both",
            x_range=Range1d(*_EDGE), y_range=Range1d(*_EDGE), min_border=0, min_border_right=18,
            x_axis_label=axes[0], y_axis_label=axes[1], title=" ",
            frame_align=False,
        )  # fmt: skip
        fig.center = []  # no grid over the colours
        quiet(fig)
        for axis in (fig.xaxis[0], fig.yaxis[0]):
            axis.ticker = list(_TICKS)
            axis.update(minor_tick_line_color=None, axis_label_standoff=0)
        # An image is an array; it is sent once, so that its frames cost nothing later.
        self.source = ColumnDataSource({"image": [values]}, name=name)
        self._colors = LinearColorMapper(low=-self._top, high=self._top)
        half = (_EDGE[1] - _EDGE[0]) / (len(values) - 1) / 2  # a pixel is centred on its angle
        image = fig.image("image", -180 - half, -180 - half, 360 + 2 * half, 360 + 2 * half,
                          source=self.source, color_mapper=self._colors)  # fmt: skip
        x, y = _zero_line(values)
        self._line = fig.line(x, y, line_width=2, name=f"{name}_zero")
        sx, sy, text = (list(column) for column in zip(*signs, strict=True))
        self._signs = fig.text(sx, sy, text, text_align="center", text_baseline="middle")
        self.pose = ColumnDataSource({"x": [], "y": []}, name="map_pose")
        # In the layer above: the map below it is not painted again when it moves.
        self._pose = fig.scatter("x", "y", source=self.pose, marker="circle_cross", line_width=2.5,
                                 level="overlay")  # fmt: skip
        self._picture = (image, self._line, self._signs, self._pose)
        self._hint = fig.text([0], [0], [""], text_align="center", text_baseline="middle")
        hear_presses(fig, self._press)
        self.restyle()

    def set(self, x: float, y: float) -> None:
        """Mark the pose (x, y) in degrees; the map itself stays."""
        renew(self.pose, {"x": [float(x)], "y": [float(y)]})

    def name(self, title: str, hint: str, shown: bool) -> None:
        """Write the ``title``, and the ``hint`` in place of the map unless it is ``shown``."""
        self.figure.title.text = title
        for renderer in self._picture:
            renderer.visible = shown
        self._hint.visible = not shown
        renew(self._hint.data_source, {"x": [0], "y": [0], "text": [hint]})

    def restyle(self) -> None:
        """Take the colours and text sizes of the present theme."""
        color, style, fig = self.style.color, self.style, self.figure
        small = f"{style.size('plot_small')}px"
        shares = np.linspace(-self._top, self._top, _SHADES) / self._largest
        self._colors.palette = [style.ground(float(share)) for share in shares]
        fig.update(background_fill_color=color("plot"), border_fill_color=color("plot"),
                   outline_line_color=color("line"))  # fmt: skip
        fig.title.update(text_color=color("text"), text_font_size=small, align="center")
        for axis in (fig.xaxis[0], fig.yaxis[0]):
            axis.update(
                major_label_text_color=color("muted"), axis_label_text_color=color("text"),
                major_label_text_font_size=small, axis_label_text_font_size=small,
                axis_label_text_font_style="normal", axis_line_color=color("line"),
                major_tick_line_color=color("muted"),
            )  # fmt: skip
        self._line.glyph.line_color = color("text")
        for part, ink in ((self._signs, "text"), (self._hint, "muted")):
            part.glyph.update(text_color=color(ink), text_font_size=small)
        self._signs.glyph.update(
            text_font_style="bold", text_font_size=f"{1.3 * style.size('plot_text'):g}px"
        )
        self._pose.glyph.update(
            size=style.size("plot_text"), line_color=color("text"), fill_color=color("plot"),
            fill_alpha=0.6,
        )  # fmt: skip

    def _press(self, x: float, y: float) -> None:
        if max(abs(x), abs(y)) <= 180 and self._pose.visible:
            self._on_press(x, y)


def _zero_line(values: np.ndarray) -> tuple[list[float], list[float]]:
    """Where ``values`` change their sign, as short pieces with NaN between them.

    Each cell is cut into two triangles, on which the values are taken as linear: the line crosses
    two sides of a triangle or none. (Bokeh's own contours need a package that it does not bring.)
    """
    x, y = np.meshgrid(*[np.linspace(*_EDGE, len(values))] * 2)
    grid = np.stack([x, y, values], axis=-1)
    a, b, c, d = (part.reshape(-1, 3) for part in
                  (grid[:-1, :-1], grid[:-1, 1:], grid[1:, 1:], grid[1:, :-1]))  # fmt: skip
    first = np.stack([np.concatenate(corners) for corners in ((a, a), (b, c), (c, d))], axis=1)
    second = np.roll(first, -1, axis=1)
    v, w = first[..., 2:], second[..., 2:]
    crossed = ((v > 0) != (w > 0))[..., 0]
    share = v / np.where(v == w, 1.0, v - w)
    spots = (first + share * (second - first))[crossed][:, :2].reshape(-1, 2, 2)
    gaps = np.full((len(spots), 1, 2), np.nan)
    return tuple(np.concatenate([spots, gaps], axis=1).reshape(-1, 2).T.tolist())
