"""What a test does on the app's page and reads back from it."""

import json
import math
import re
import time
from urllib.parse import parse_qs, urlencode, urlsplit

import numpy as np

from figures.state import UNIT
from figures.text import LANGUAGES, texts
from tests.browser.serving import ROOT

WORDS = {lang: texts(lang) for lang in LANGUAGES}
PRESETS = json.loads((ROOT / "assets/presets.json").read_text(encoding="utf-8"))
SYMBOL = {"q": "θ", "qd": "θ̇", "qdd": "θ̈"}
SUBSCRIPT = "₁₂₃"

# Put into every page: the model of a name on the page that is shown, and when all is drawn.
NAMED = """
window.named = (name) => {
  const doc = window.Bokeh?.documents?.[0];
  const all = [...doc?._all_models.values() ?? []];
  const shown = all.filter(model => model.name === "arm" && Bokeh.index.find_one_by_id(model.id));
  const known = all.filter(model => model.name === name);
  if (name === "arm") return shown[0];
  return known.length < 2 ? known[0] : known.find(model => shown[0]?.references().has(model));
};
window.drawn = () => {
  if (!/page=fig/.test(location.search)) return true;
  const arm = named("arm"), plot = arm ?? named("counts_plot");
  return plot != null && Bokeh.index.find_one_by_id(plot.id)?.frame?.bbox.width > 40
    && (arm ? named("handles")?.data.x.length >= 3 : named("present_n")?.data.x.length === 1);
};
"""
# Put into every page: what goes over its WebSocket, and a question of the test's own, which the
# server answers when it has dealt with all that was sent before.
TRAFFIC = """
window.traffic = {frames: 0, last: performance.now(), socket: null};
const seen = () => { traffic.frames += 1; traffic.last = performance.now(); };
let answered = null, ours = 0;  // frames that belong to an answer
window.WebSocket = class extends WebSocket {
  constructor(...args) {
    super(...args);
    traffic.socket = this;
    this.addEventListener("message", ({data}) => {
      if (typeof data === "string" && data.includes("SERVER-INFO-REPLY")) ours = 3;
      if (ours === 0) seen();
      else if (--ours === 0) answered?.();
    });
  }
  send(data) { seen(); super.send(data); }
  ask() {
    if (this.readyState !== WebSocket.OPEN) return;
    // the empty change is taken up after all that is under way; the answer comes after it
    const parts = [{msgid: "test", msgtype: "PATCH-DOC"}, {}, {events: []},
                   {msgid: "test", msgtype: "SERVER-INFO-REQ"}, {}, {}];
    for (const part of parts) super.send(JSON.stringify(part));
    return new Promise(done => { answered = done; });
  }
};
"""


class AppPage:
    """The app in one browser tab. ``page`` is Playwright's."""

    def __init__(self, page, server):
        self.page, self.server = page, server
        self.lang = "en"
        self.trouble: list[str] = []  # what went wrong in the tab; a test may clear it
        self._cdp = None

    # Going somewhere

    def open(self, name: str | None = "fig1", **query) -> "AppPage":
        """Load the app at page ``name`` with these query parameters and wait until it is drawn."""
        if name is not None:
            query = {"page": name, **query}
        self.lang = query.get("lang", "en") if query.get("lang") in WORDS else "en"
        self.page.goto(self.server.address + ("?" + urlencode(query, safe=",") if query else ""))
        return self.ready()

    def ready(self) -> "AppPage":
        """Wait until the page that the address names is on the screen."""
        self.page.locator("nav [aria-current=page]").wait_for()
        self.page.wait_for_function("drawn()")
        self.settle()
        return self

    def settle(self) -> None:
        """Wait until the server has answered all that was sent and it has been painted.

        Panel looks at a changed widget only 50 ms later: so the line must have been silent for
        longer than that before the server is asked, and nothing may have come of it.
        """
        self.page.evaluate("""async () => {
          const wait = ms => new Promise(done => setTimeout(done, ms));
          const frame = () => new Promise(done => requestAnimationFrame(done));
          await frame();
          const end = performance.now() + 4000;
          let frames = null;
          while (performance.now() < end && frames !== traffic.frames) {
            while (performance.now() < end && performance.now() - traffic.last <= 140) await wait(10);
            frames = traffic.frames;
            await Promise.race([traffic.socket?.ask(), wait(end - performance.now())]);
          }
          await frame(); await frame();
        }""")

    def words(self, key: str, **values) -> str:
        """A text of the app in the language of this page."""
        text = WORDS[self.lang][key]
        return text.format(**values) if values else text

    # Reading

    def data(self, name: str) -> dict[str, np.ndarray | list]:
        """The columns of a Bokeh source, as the browser holds them."""
        columns = self.page.evaluate(
            "name => { const model = named(name); return model && Object.fromEntries("
            "Object.entries(model.data).map(([key, values]) => [key, Array.from(values)])); }",
            name,
        )
        assert columns is not None, f"no source named {name}"
        return columns

    def points(self, name: str, x: str = "x", y: str = "y") -> np.ndarray:
        """Columns ``x`` and ``y`` of a source as an array (k, 2) in metres."""
        columns = self.data(name)
        return np.array([columns[x], columns[y]], dtype=float).T

    def pixel(self, x: float, y: float, plot: str = "arm") -> tuple[float, float]:
        """Where a point of a plot, in metres, is in the window."""
        place = self.page.evaluate(
            """([name, x, y]) => {
              const model = named(name);
              const view = Bokeh.index.find_one_by_id(model.id);
              const box = view.canvas_view.el.getBoundingClientRect();
              return [box.left + view.frame.x_scale.compute(x),
                      box.top + view.frame.y_scale.compute(y)]; }""",
            [plot, x, y],
        )
        return tuple(place)

    def handle(self, index: int) -> tuple[float, float]:
        """Pixel position of a handle; -1 is the force handle on FIG 2."""
        return self.pixel(*self.points("handles")[index])

    def angles(self) -> np.ndarray:
        """The relative joint angles, from where the joints are drawn."""
        spots = np.vstack([[0.0, 0.0], self.points("handles")[:3]])
        absolute = np.arctan2(*np.diff(spots, axis=0).T[::-1])
        turns = np.diff(absolute, prepend=0.0)
        return np.arctan2(np.sin(turns), np.cos(turns))

    def link(self) -> dict[str, str]:
        """The query of the link that the header's button copies."""
        self.page.evaluate("navigator.clipboard.writeText('')")
        self.page.get_by_role("button", name=self.words("header.share"), exact=True).click()
        text = self.until(lambda: self.page.evaluate("navigator.clipboard.readText()"))
        query = urlsplit(text).query
        return {name: values[0] for name, values in parse_qs(query).items()}

    def state(self) -> dict[str, np.ndarray]:
        """q (rad), qd, qdd and f_tip as the copied link gives them."""
        link = self.link()
        numbers = {
            name: np.array([float(part) for part in link[name].split(",")])
            for name in ("q", "qd", "qdd", "f_tip")
        }
        return {**numbers, "q": np.radians(numbers["q"]), "gravity": link["gravity"] == "on"}

    def step(self) -> int:
        """The step that the page says it is at."""
        return int(self.link()["step"])

    def scales(self) -> list[float]:
        """The numbers in "1 m ↔ 5 m/s²" of the readout, in their order."""
        text = self.page.locator(".scale").inner_text()
        return [float(number) for number in re.findall(r"1 m ↔ ([0-9.e+-]+)", text)]

    def box(self, selector: str) -> dict[str, float]:
        """Where an element is in the window."""
        return self.page.locator(selector).first.bounding_box()

    # Doing

    def field(self, name: str, index: int):
        """The number field of q, qd or qdd of a joint (index 0 is joint 1)."""
        return self.page.get_by_role("textbox", name=SYMBOL[name] + SUBSCRIPT[index], exact=True)

    def switch(self, key: str):
        """The check box whose label has the key ``key`` in the app's words."""
        return self.page.get_by_role("checkbox", name=self.words(key), exact=True)

    def slider(self, name: str, index: int):
        """The knob of the slider of q, qd or qdd of a joint (index 0 is joint 1)."""
        label = f"{SYMBOL[name]}{SUBSCRIPT[index]} ({UNIT[name]})"
        return self.page.get_by_role("slider", name=label, exact=True)

    def slider_handle(self, index: int):
        """The item of the handle list that the keyboard reaches; 3 is the force."""
        key = {"i": index + 1} if index < 3 else {}
        name = self.words("handle.joint" if index < 3 else "handle.force", **key)
        return self.page.get_by_role("slider", name=name, exact=True)

    def type(self, field, text: str) -> None:
        """Replace what stands in a field, and press Enter."""
        field.fill(text)
        field.press("Enter")
        self.settle()

    def set(self, **state) -> None:
        """Type q (degrees), qd and qdd into their fields."""
        for name, values in state.items():
            for index, value in enumerate(values):
                field = self.field(name, index)
                if float(field.input_value()) != value:
                    self.type(field, repr(float(value)))

    def button(self, key: str):
        """The button whose label has the key ``key`` in the app's words."""
        return self.page.get_by_role("button", name=self.words(key), exact=True)

    def press(self, key: str) -> None:
        """Click that button and wait for the answer."""
        self.button(key).click()
        self.settle()

    def key(self, key: str) -> None:
        """Press a key and wait for the answer."""
        self.page.keyboard.press(key)
        self.settle()

    def choose(self, kind: str, value: str) -> None:
        """Choose a language or a theme in the header."""
        self.page.locator(f"[data-choice={kind}-{value}]").click()
        if kind == "lang":
            self.lang = value
        self.settle()

    def drag(self, index: int, path, during=None) -> None:
        """Drag a handle along ``path`` (points in metres); ``during()`` is called before release."""
        mouse = self.page.mouse
        mouse.move(*self.handle(index))
        mouse.down()
        for x, y in path:
            mouse.move(*self.pixel(x, y), steps=4)
        self.settle()
        if during is not None:
            during()
        mouse.up()
        self.settle()

    def cdp(self):
        """A line to the browser's own protocol."""
        if self._cdp is None:
            self._cdp = self.page.context.new_cdp_session(self.page)
        return self._cdp

    def on_page(self, name: str) -> None:
        """Wait until the page ``name`` is on the screen."""
        self.page.wait_for_function(
            f"new URLSearchParams(location.search).get('page') === '{name}'"
        )
        self.page.get_by_text(self.words(f"{name}.heading"), exact=True).first.wait_for()
        self.ready()

    def visit(self, name: str) -> None:
        """Go to the page ``name`` by the header."""
        self.page.locator(f"nav [data-page={name}]").click()
        self.on_page(name)

    def until(self, condition, seconds: float = 5.0):
        """Ask ``condition()`` again and again until it is true; its last answer comes back."""
        end = time.monotonic() + seconds
        while not (answer := condition()) and time.monotonic() < end:
            self.page.wait_for_timeout(50)
        return answer

    def task(self, name: str):
        """The item of a challenge."""
        return self.page.locator(f"[data-task={name}]")

    def is_done(self, name: str) -> bool:
        """True where the challenge is ticked."""
        return "done" in self.task(name).get_attribute("class").split()

    def alerts(self) -> list[str]:
        """The messages that are shown."""
        return [text.strip() for text in self.page.get_by_role("alert").all_inner_texts()]


def toward(spot, angle: float, center=(0.0, 0.0)) -> list[tuple[float, float]]:
    """A path of four points that turns ``spot`` about ``center`` by ``angle`` (rad)."""
    x, y = spot[0] - center[0], spot[1] - center[1]
    return [
        (center[0] + x * math.cos(part * angle) - y * math.sin(part * angle),
         center[1] + x * math.sin(part * angle) + y * math.cos(part * angle))
        for part in (0.25, 0.5, 0.75, 1.0)
    ]  # fmt: skip
