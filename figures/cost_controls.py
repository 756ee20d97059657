"""What a person can press on the page of FIG 6."""

from __future__ import annotations

import param

from figures.controls import PRESETS
from figures.counts import LAST
from figures.notice import Notice
from figures.numbers import fixed
from figures.parts.keys import HandleKeys
from figures.parts.widgets import NumberControl, block, box, button, choice, switch

STEP = {"ArrowLeft": -1, "ArrowDown": -1, "ArrowRight": 1, "ArrowUp": 1,
        "PageDown": -5, "PageUp": 5}  # fmt: skip
HIGHEST_ANSWER = 100000.0
TOLERANCE = 0.05  # of the answer; the task in assets/challenges.json says the same


class CostControls:
    """Number of joints, axes, tab, the answer to the task and the stopwatch, for ``page``.

    ``rows`` stand below each other on the page.
    """

    def __init__(self, page, visitor):
        self.page, self.visitor, words = page, visitor, visitor.words
        self._notice = Notice(visitor)
        self.say, self.hush = self._notice.say, self._notice.hush
        self.number = NumberControl("n", "", (1.0, float(LAST)), 1, self._on_n, self._bad, digits=0)
        self.handles = HandleKeys(self._on_key, low=1, high=LAST)
        self.answer = NumberControl(
            words.ref("fig6.answer_field"), "", (0.0, HIGHEST_ANSWER), 1, self._on_answer,
            self._bad, slider=False, grouped=True,
        )  # fmt: skip
        self.verdict = block("", "verdict")
        self.tabs = choice(
            words.ref("fig6.tabs"),
            param.bind(lambda lang: {words(f"fig6.tab.{t}"): t for t in ("count", "time")},
                       words.param.lang),
            "count", self._on_tab,
        )  # fmt: skip
        self.linear = switch(words.ref("fig6.linear"), False, self._on_linear)
        self.measure = button(words.ref("fig6.measure"), page.stopwatch.start, kind="primary")
        self.cancel = button(words.ref("fig6.cancel"), page.stopwatch.stop)
        self.progress = block("", "progress")
        self.note = block("", "scale")
        self.rows = self._arrange(words)

    def _arrange(self, words):
        reset = button(words.ref("button.reset"), self._quietly(self.page.reset))
        presets = [
            button(words.ref(f"preset.{preset['id']}"), lambda n=preset["n"]: self._to(n))
            for preset in PRESETS["fig6"]
        ]
        number = box(self.number.field, self.number.slider, css="cell", classes=["beside"])
        ratio = block("④ / ① =", "symbol")
        return [
            box(self.tabs, self.linear, css="flow", classes=["actions"]),
            box(self.measure, self.cancel, self.progress, css="flow", classes=["actions"]),
            self._notice.view,
            box(block("<i>n</i>", "symbol"), number, css="matrix", classes=["of1"]),
            self.handles,
            box(*presets, reset, css="flow", classes=["presets"]),
            box(ratio, self.answer.field, css="flow", classes=["actions"]),
            self.verdict,
        ]  # fmt: skip

    def show(self, cost) -> None:
        """Show the page's state; ``cost`` is None while it has not been counted."""
        page, words = self.page, self.visitor.words
        self.number.show(page.n)
        self.answer.show(page.answer)
        self.tabs.value, self.linear.value = page.tab, page.linear
        self.verdict.object = self._judge(cost)
        running = page.stopwatch.running
        for item in (self.measure, self.cancel, self.progress):
            item.visible = page.tab == "time"
        self.note.object = words("fig6.time.note" if page.tab == "time" else "fig6.rule")
        self.measure.disabled, self.cancel.disabled = running, not running
        part = 100 * page.stopwatch.part
        self.progress.object = (
            f'<progress max="100" value="{part:.0f}" aria-label="{words("fig6.progress")}"></progress>'
            f" {part:.0f} %"
        )
        self._show_handle()

    def relabel(self) -> None:
        """Renew what a reference to the words cannot."""
        self._notice.relabel()
        self._show_handle()

    def _show_handle(self) -> None:
        self.handles.param.update(
            labels=[self.visitor.words("fig6.handle")], values=[f"n = {self.page.n}"],
            numbers=[self.page.n], hint=self.visitor.words("fig6.hint"),
        )  # fmt: skip

    def _judge(self, cost) -> str:
        """What the count says to the answer."""
        words, answer = self.visitor.words, self.page.answer
        if answer is None or cost is None:
            return f"<small>{words('fig6.verdict.none')}</small>"
        off = answer / cost.ratio - 1
        if abs(off) <= TOLERANCE:
            right = words("fig6.verdict.right", n=cost.n, ratio=fixed(cost.ratio, 1))
            return f'<p class="verdict good" role="status">{right}</p>'
        key = "fig6.verdict.low" if off < 0 else "fig6.verdict.high"
        wrong = words(key, n=cost.n, answer=f"{answer:g}")
        return f'<p role="status">{wrong}</p>'

    # Handlers: each only changes the state

    def _quietly(self, action):
        def run():
            self.hush()
            action()

        return run

    def _to(self, n: int) -> None:
        self.hush()
        self.page.n = min(max(n, 1), LAST)

    def _on_n(self, value: float, final: bool) -> None:
        if value != int(value):
            self._bad("whole", f"{value:g}", self.number)
            return
        self._to(int(value))

    def _on_key(self, index: int, key: str, fine: bool) -> None:
        self._to(self.page.n + STEP.get(key, 0))

    def _on_answer(self, value: float, final: bool) -> None:
        self.hush()
        self.page.answer = value

    def _on_tab(self, tab: str) -> None:
        if tab == "count":
            self.page.stopwatch.stop()
        self.page.tab = tab

    def _on_linear(self, on: bool) -> None:
        self.page.linear = on

    def _bad(self, reason: str, text: str, control: NumberControl) -> None:
        if control is self.number:
            self.say("error.whole", text=text[:24], low=1, high=LAST)
        else:
            self.say("error.answer", text=text[:24], high=fixed(HIGHEST_ANSWER, 0))
