"""Everything a person can press to set the arm: the same on each page that shows it."""

from __future__ import annotations

import json

import numpy as np
import param

from dynamics import drag_joint
from figures.notice import Notice
from figures.numbers import MINUS, fixed, plain, subscript
from figures.parts.keys import HandleKeys, push, turn
from figures.parts.widgets import NumberControl, block, box, button
from figures.state import LIMITS, UNIT
from figures.style import ASSETS

PRESETS: dict = json.loads((ASSETS / "presets.json").read_text(encoding="utf-8"))
SEED_LIMIT = 999999

SYMBOL = {"q": "θ", "qd": "θ̇", "qdd": "θ̈"}
STEP = {"q": 0.1, "qd": 0.01, "qdd": 0.01, "f_tip": 0.1}


class ArmControls:
    """Sliders, fields, handles by keyboard, presets and history for the visitor's arm.

    ``page`` names the presets, ``fields`` what can be set of angles, rates and accelerations; with
    ``force`` the tip force has a handle and two fields as well.
    """

    def __init__(self, page: str, visitor, fields=("q", "qd", "qdd"), force: bool = False):
        self.page, self.visitor, self.state = page, visitor, visitor.state
        self._fields, self._force = fields, force
        self._notice = Notice(visitor)
        self.notice, self.say, self.hush = self._notice.view, self._notice.say, self._notice.hush
        self.tell = self._notice.tell
        self.data = block(param.bind(self._data, visitor.words.param.lang), "data")
        self.numbers: dict[tuple[str, int], NumberControl] = {}
        self._rows: list[list] = []  # what stands in the row of each joint
        self.joints = visitor.state.arm.n
        self.sliders = self._matrix(fields)
        self._tip = [self._field("f_tip", i, f"F{axis}") for i, axis in enumerate("xy") if force]
        self.handles = HandleKeys(self._on_key, low=-LIMITS["q"], high=LIMITS["q"])
        words, state = visitor.words, self.state
        self.undo = button(words.ref("button.undo"), self._quietly(state.undo))
        self.redo = button(words.ref("button.redo"), self._quietly(state.redo))
        self.seed = NumberControl(
            words.ref("field.seed"), "", SEED_LIMIT, 1, self._on_seed, self._bad_seed, slider=False
        )
        self.show()

    # What the page's drag handler and keys call

    def drag(self, index: int, x: float, y: float, ended: bool = False) -> None:
        """Move the handle of joint ``index`` to (x, y) in metres; a drag is one action of undo."""
        change = self.state.act if ended else self.state.set
        change(q=drag_joint(self.state.arm, self.state.q, index, (x, y)))

    def show(self, moving=None) -> None:
        """Show the state, or the q, qd, qdd of what is ``moving``, in every slider and field."""
        for (name, index), control in self.numbers.items():
            source = self.state if moving is None or name == "f_tip" else moving
            value = getattr(source, name)[index]
            control.show(np.degrees(value) if name == "q" else value)
        self._show_handles(self.state if moving is None else moving)
        self.undo.disabled = not self.state.can_undo
        self.redo.disabled = not self.state.can_redo
        self.seed.show(self.state.seed)

    def _data(self, lang: str) -> str:
        """What a student needs to check a number: lengths and masses; what the tip force means."""
        words, arm = self.visitor.words, self.state.arm
        lengths, masses = (
            " / ".join(fixed(value, 1) for value in values) for values in (arm.lengths, arm.masses)
        )
        about = words("arm.data", lengths=lengths, masses=masses)
        return f"{words('arm.tip')} {about}" if self._force else about

    def offer(self, joints: int) -> None:
        """Offer only the first ``joints`` joints; the state of the others stays as it is."""
        self.joints = joints
        for index, row in enumerate(self._rows):
            for item in row:
                rest = [name for name in item.css_classes if name != "gone"]
                item.css_classes = rest if index < joints else [*rest, "gone"]
        self._show_handles(self.state)

    def relabel(self) -> None:
        """Renew what a reference to the words cannot: the notice and the handles' hint."""
        self._notice.relabel()
        self._show_handles(self.state)

    # Building

    def _matrix(self, names):
        """A row for each joint, a column for each of the ``names``."""
        heads = [block(f"{SYMBOL[name]} <small>{UNIT[name]}</small>", "column") for name in names]
        items = [block(""), *heads]
        for index in range(self.state.arm.n):
            row = [block(str(index + 1), "symbol", f"joint{index + 1}")]
            for name in names:
                control = self._control(name, index, SYMBOL[name] + subscript(index + 1))
                row.append(box(control.field, control.slider, css="cell",
                               classes=["beside"] if len(names) == 1 else []))  # fmt: skip
            self._rows.append(row)
            items += row
        return box(*items, css="matrix", classes=[f"of{len(names)}"])

    def _field(self, name: str, index: int, label: str):
        """One number without a slider: its name, the field and the unit."""
        control = self._control(name, index, label, slider=False)
        control.field.css_classes = [*control.field.css_classes, "force"]
        parts = (block(label, "symbol"), control.field, block(UNIT[name], "unit"))
        return box(*parts, css="flow", classes=["one"])

    def _control(self, name: str, index: int, label: str, slider: bool = True) -> NumberControl:
        def change(value, final):
            values = np.array(getattr(self.state, name))
            values[index] = np.radians(value) if name == "q" else value
            self._change(final, **{name: values})

        control = NumberControl(
            label, UNIT[name], LIMITS[name], STEP[name], change, self.refuse, slider=slider
        )
        self.numbers[name, index] = control
        return control

    def forces(self, *more):
        """The row with the two fields of the tip force, and ``more`` behind them."""
        return box(*self._tip, *more, css="flow", classes=["forces"])

    def actions(self, page):
        """The row of history, random and reset; ``page`` has ``fit`` and ``reset``."""
        words = self.visitor.words
        draw = button(words.ref("button.random"), self.randomize)
        fit = button(words.ref("button.fit"), page.fit)
        reset = button(words.ref("button.reset"), self._quietly(page.reset))
        name = block(words.ref("field.seed"), "unit")
        seed = box(name, self.seed.field, css="flow", classes=["one"])
        items = (self.undo, self.redo, reset, fit, draw, seed)
        return box(*items, css="flow", classes=["actions"])

    def presets(self, *more):
        """The row of this page's presets, after the buttons in ``more``."""
        words = self.visitor.words
        made = [
            button(words.ref(f"preset.{preset['id']}"), lambda p=preset: self._preset(p))
            for preset in PRESETS[self.page]
        ]
        return box(*more, *made, css="flow", classes=["presets"])

    # Handlers: each only changes the state

    def _change(self, final: bool, **values) -> None:
        self.hush()
        if final:
            self.state.act(**values)
        else:
            self.state.set(**values)

    def _quietly(self, action):
        def run():
            self.hush()
            action()

        return run

    def _preset(self, preset: dict) -> None:
        values = {k: v for k, v in preset.items() if k != "id"}
        if "q" in values:
            values["q"] = np.radians(values["q"])
        self._change(True, **values)

    def randomize(self) -> None:
        """Draw the next random state; its seed is shown."""
        self.hush()
        self.state.randomize(self.state.seed % SEED_LIMIT + 1, self._fields)

    def _on_seed(self, value: float, final: bool) -> None:
        if value < 0 or value != int(value):
            self._bad_seed("range", plain(value, 3), self.seed)
            return
        self.hush()
        self.state.randomize(int(value), self._fields)

    def refuse(self, reason: str, text: str, control: NumberControl) -> None:
        """Say why the text in the field of ``control`` cannot be taken."""
        low, high = (plain(v, control.digits).replace("-", MINUS)
                     for v in (control.low, control.high))  # fmt: skip
        self.say(f"error.{reason}", text=text[:24], low=low, high=high, unit=control.unit)

    def _bad_seed(self, reason: str, text: str, control: NumberControl) -> None:
        self.say("error.seed", text=text[:24], high=SEED_LIMIT)

    def _on_key(self, index: int, key: str, fine: bool) -> None:
        self.hush()
        if index < self.joints:
            q = np.array(self.state.q)
            q[index] += turn(key, fine)
            self.state.act(q=q)
        elif self._force:
            limit = LIMITS["f_tip"]
            self.state.act(f_tip=np.clip(self.state.f_tip + push(key, fine), -limit, limit))

    def _show_handles(self, moving) -> None:
        words, state = self.visitor.words, self.state
        numbers = [round(float(angle), 2) for angle in np.degrees(moving.q[: self.joints])]
        labels = [words("handle.joint", i=i + 1) for i in range(self.joints)]
        values = [f"{fixed(angle, 1)}°" for angle in numbers]
        if self._force:
            labels.append(words("handle.force"))
            size = float(np.hypot(*state.f_tip))
            numbers.append(round(size, 2))
            values.append(f"{fixed(size, 1)} N")
        hint = words("handle.hint")
        self.handles.param.update(labels=labels, values=values, numbers=numbers, hint=hint)
