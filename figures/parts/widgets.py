"""Buttons, number fields and text blocks in the one style of the app."""

from __future__ import annotations

from functools import partial

import panel as pn
import param

from figures.numbers import BadNumber, parse, plain
from figures.style import sheet


def button(label, on_click, kind: str = "plain", **params) -> pn.widgets.Button:
    """A button; ``label`` is text or a reference that follows the language."""
    made = pn.widgets.Button(
        label=label, stylesheets=[sheet("widgets")], css_classes=["button", kind], margin=0,
        **params,
    )  # fmt: skip
    made.on_click(lambda event: on_click())
    return made


def switch(label, value: bool, on_change, **params) -> pn.widgets.Checkbox:
    """A labelled check box; ``on_change(bool)``."""
    made = pn.widgets.Checkbox(
        label=label, value=value, stylesheets=[sheet("widgets")], css_classes=["switch"], margin=0,
        **params,
    )  # fmt: skip
    made.param.watch(lambda event: on_change(event.new), "value")
    return made


class _Choice(pn.widgets.RadioButtonGroup):
    """Panel keeps the label of such a group to itself; a screen reader should know it."""

    def _process_param_change(self, params):
        label = params.pop("label", None)
        sent = super()._process_param_change(params)
        if label:
            sent["html_attributes"] = {"role": "group", "aria-label": label}
        return sent


def choice(label, options, value, on_change, **params) -> pn.widgets.RadioButtonGroup:
    """Buttons of which one is down; ``options`` maps labels to values; ``on_change(value)``."""
    made = _Choice(
        label=label, options=options, value=value, stylesheets=[sheet("widgets")],
        css_classes=["choice"], margin=0, **params,
    )  # fmt: skip
    made.param.watch(lambda event: on_change(event.new), "value")
    return made


def download(label, filename: str, make) -> pn.widgets.FileDownload:
    """A button that hands over ``make()``, a file in memory, as ``filename``."""
    return pn.widgets.FileDownload(
        label=label, filename=filename, callback=make, embed=False, auto=True,
        stylesheets=[sheet("widgets")], css_classes=["button", "plain"], margin=0,
    )  # fmt: skip


def block(content, *classes: str, **params) -> pn.pane.HTML:
    """A piece of text or HTML; ``content`` may be a reference that follows the language."""
    return pn.pane.HTML(
        content, stylesheets=[sheet("text")], css_classes=list(classes), margin=0,
        **params,
    )  # fmt: skip


def plot_pane(figure, told, *classes: str) -> pn.pane.Bokeh:
    """A Bokeh figure that fills the place it is given.

    ``told`` is what someone hears of it who cannot see it: a reference that follows the language.
    """
    figure.frame_align = False  # each for itself: the axes of one are no margin of the next
    param.bind(partial(_tell, figure), told, watch=True)
    _tell(figure, told())
    made = pn.pane.Bokeh(figure, sizing_mode="stretch_both", margin=0)
    made.css_classes = list(classes)  # Panel passes on what is set, not what is given at the start
    return made


def _tell(figure, text: str) -> None:
    figure.html_attributes = {"role": "img", "aria-label": text}


def box(*items, css: str, classes=(), **params) -> pn.Column:
    """A container whose arrangement is given by the style sheet ``css``."""
    return pn.Column(
        *items, stylesheets=[sheet("box"), sheet(css)], css_classes=list(classes), margin=0,
        **params,
    )  # fmt: skip


class NumberControl:
    """A slider with a number field beside it for one number in the unit of the screen.

    ``limit`` is the largest size of the number, or its range (low, high). ``on_change(value,
    final)`` comes for each change by the person; ``final`` is False while the slider is still held.
    ``on_bad(reason, text, control)`` comes when the field cannot be read.
    """

    def __init__(self, label, unit, limit, step, on_change, on_bad, digits=2, slider=True,
                 grouped=False):  # fmt: skip
        self.unit, self.digits, self._grouped = unit, digits, grouped
        self.low, self.high = limit if isinstance(limit, tuple) else (-limit, limit)
        self._on_change, self._on_bad = on_change, on_bad
        self._shown: float | None = 0.0
        self._showing = False  # what the slider reports meanwhile was not done by hand
        narrow = ["field", "number", "wide"] if grouped else ["field", "number"]
        look = {"stylesheets": [sheet("widgets")], "margin": 0}
        self.field = pn.widgets.TextInput(
            label=label, value="0", css_classes=["field"] if slider else narrow, **look
        )
        self.field.param.watch(self._typed, "value")
        self.field.param.watch(self._entered, "enter_pressed")
        self.slider = None
        if slider:
            self.slider = pn.widgets.FloatSlider(
                label=f"{label} ({unit})" if unit else label, start=self.low, end=self.high,
                value=min(max(0.0, self.low), self.high), step=step, show_value=False,
                sizing_mode="stretch_width", css_classes=["slider"], **look,
            )  # fmt: skip
            self.slider.param.watch(self._slid, "value")
            self.slider.param.watch(self._released, "value_throttled")

    def show(self, value: float | None) -> None:
        """Show ``value`` without calling ``on_change``; None leaves the field empty."""
        value = None if value is None else float(value)
        if value == self._shown and self.field.value == self._text:
            return
        self._shown = value
        self.field.value = self._text
        # Not to the last bit: an echo would pull the knob out of the hand that moves it.
        if self.slider is not None and abs(self.slider.value - self._on_slider) > 1e-9:
            self._showing = True
            self.slider.value = self._on_slider
            self._showing = False

    @property
    def _text(self) -> str:
        return "" if self._shown is None else plain(self._shown, self.digits)

    @property
    def _on_slider(self) -> float:
        return min(max(self._shown or 0.0, self.low), self.high)

    def _slid(self, event) -> None:
        if not self._showing and abs(event.new - self._on_slider) > 1e-9:
            self._on_change(event.new, False)

    def _released(self, event) -> None:
        if not self._showing:
            self._on_change(event.new, True)

    def _typed(self, event) -> None:
        if event.new == self._text:
            return
        try:
            value = parse(event.new, self.low, self.high, self._grouped)
        except BadNumber as bad:
            self.field.value = self._text
            self._on_bad(bad.reason, event.new, self)
            return
        self._on_change(value, True)
        self.field.value = self._text

    def _entered(self, event) -> None:
        """What is there already counts as typed, too: it takes a message about a mistake away."""
        if self._shown is not None and self.field.value_input == self._text:
            self._on_change(self._shown, True)
        # Panel 1.10 leaves what was typed on the screen
        self.field.value_input = self._text
