"""FIG 5 in the browser: a run as it is painted, its clock, the tasks, and the file to take away."""

import json
import math

import numpy as np
import pytest

from dynamics import chapter_arm, energy
from figures.simulation import Run
from tests.browser.app_page import WORDS
from tests.browser.conftest import PHONE
from tests.browser.serving import ROOT

ARM = chapter_arm(3)
DRIFT_LABELS = """() => {
  const view = Bokeh.index.find_one_by_id(named("drift_plot").id);
  const axis = view.axis_views.find(axis => axis.dimension === 1);
  const places = axis.tick_coords.major[1].map(y => view.frame.y_scale.compute(y));
  return [parseFloat(axis.model.major_label_text_font_size), places];
}"""
UPRIGHT = np.radians(json.loads((ROOT / "assets/presets.json").read_text("utf-8"))["fig5"][0]["q"])


def setting(app, name, value):
    app.type(app.page.get_by_role("textbox", name=name, exact=True), repr(value))


def newest(app):
    """The newest row of the curves."""
    return {name: column[-1] for name, column in app.data("energy").items()}


def run_like(app, dt, **how):
    """The same run made here, as far as the browser has it."""
    run = Run(ARM, UPRIGHT, dt=dt, **how)
    data = {name: np.array(column) for name, column in app.data("energy").items()}
    steps = np.rint(data["t"] / dt).astype(int)
    track = run.advance(steps[-1])
    return run, track, data, steps


def test_what_is_painted_is_the_run(app):
    app.open("fig5")
    app.press("preset.upright_disp")
    setting(app, "Δt", 10)
    app.press("button.one_step")
    app.press("button.go_on")
    assert app.until(lambda: newest(app)["t"] >= 1.0, 40)
    app.press("button.pause")
    _, track, data, steps = run_like(app, 0.01)
    assert np.array_equal(data["T"][1:], track.T[steps[1:] - 1])
    assert np.array_equal(data["V"][1:], track.V[steps[1:] - 1])
    assert np.array_equal(data["drift"], data["E"] - data["E"][0])
    q = app.angles()  # of the last state, which with this step is the newest point
    assert float(energy.potential(ARM, q)) == pytest.approx(data["V"][-1], abs=1e-9)
    path = app.data("tip_path")
    tip = app.points("handles")[2]
    assert math.hypot(path["x1"][-1] - tip[0], path["y1"][-1] - tip[1]) < 0.5
    labels = app.data("energy_plot_ends")["text"]
    assert list(labels) == ["T", "V", "E"]


@pytest.mark.parametrize("speed", ["×½", "×4"])
def test_playback_speed_changes_no_bit(app, speed):
    app.open("fig5")
    app.press("preset.upright_disp")
    setting(app, "Δt", 20)
    app.page.get_by_role("button", name=speed, exact=True).click()
    app.press("button.let_go")
    assert app.until(lambda: newest(app)["t"] >= 0.6, 40)
    app.press("button.pause")
    _, track, data, steps = run_like(app, 0.02)
    assert np.array_equal(data["E"][1:], track.E[steps[1:] - 1])


def test_dragging_is_refused_until_the_start(app):
    app.open("fig5")
    app.drag(0, [(0.0, 1.0)])
    assert app.angles()[0] == pytest.approx(math.pi / 2, abs=0.05)
    app.press("button.one_step")
    before = app.points("handles")
    app.drag(0, [(1.0, 0.0)])
    assert app.alerts() == [app.words("fig5.locked")]
    assert np.array_equal(app.points("handles"), before)
    app.press("button.to_start")
    assert app.alerts() == []
    app.drag(0, [(1.0, 0.0)])
    assert app.angles()[0] == pytest.approx(0.0, abs=0.05)


def test_the_tasks_by_running_and_the_half_step(app):
    app.open("fig5")
    app.press("preset.upright_disp")
    setting(app, "Δt", 20)
    app.switch("switch.half").check()
    app.settle()
    app.page.get_by_role("button", name="×4", exact=True).click()
    app.press("button.let_go")
    assert app.until(lambda: app.is_done("run") and app.is_done("drift"), 40)
    assert app.words("fig5.task.drift.why") in app.task("drift").inner_text()
    app.press("button.pause")
    assert len(app.data("half_links")["x0"]) == 3
    half, own = app.data("half_energy"), app.data("energy")
    assert np.array_equal(half["t"], own["t"])
    assert np.abs(half["balance"]).max() < np.abs(own["balance"]).max()
    app.press("button.reset")
    assert not app.is_done("run") and len(app.data("half_links")["x0"]) == 0


def test_a_horizontal_start_has_no_percentage_of_zero(app):
    app.open("fig5")
    app.press("preset.horizontal")
    setting(app, "Δt", 60)
    app.page.get_by_role("button", name="×4", exact=True).click()
    app.press("button.let_go")
    assert app.until(lambda: app.is_done("run"), 40)
    app.page.wait_for_timeout(800)
    assert not app.is_done("drift")
    text = " ".join(app.page.locator("table, .line").all_inner_texts())
    assert "103.8" in text and "NaN" not in text and "∞" not in text and "inf" not in text


def test_an_explosion_is_told(app):
    app.open("fig5")
    app.press("preset.upright_disp")
    setting(app, "Δt", 60)
    app.button("button.let_go").click()
    assert app.until(lambda: len(app.alerts()) == 1, 20)
    assert "60 ms" in app.alerts()[0]
    assert app.button("button.go_on").is_disabled()
    app.press("button.to_start")
    assert app.alerts() == [] and app.button("button.let_go").is_enabled()


def test_the_run_as_a_file(app):
    app.open("fig5")
    app.press("preset.upright_disp")
    setting(app, "Δt", 10)
    for _ in range(3):
        app.press("button.one_step")
    with app.page.expect_download() as got:
        app.button("button.csv").click()
    assert got.value.suggested_filename == "falling_arm.csv"
    lines = got.value.path().read_text().splitlines()
    assert lines[0] == "t,q1,q2,q3,qd1,qd2,qd3,T,V,E" and len(lines) == 5
    run = Run(ARM, UPRIGHT, dt=0.01)
    run.advance(3)
    assert [float(x) for x in lines[-1].split(",")] == [
        run.time, *run.q, *run.qd, run.T, run.V, run.E,
    ]  # fmt: skip


@pytest.mark.parametrize("lang", sorted(WORDS))
def test_language_and_theme_keep_a_run(app, lang):
    app.open("fig5", lang=lang)
    setting(app, "Δt", 10)
    app.press("button.one_step")
    before, curves = app.points("handles"), app.data("energy")
    for theme in ("dark", "projector", "light"):
        app.choose("theme", theme)
        for other in sorted(WORDS):
            app.choose("lang", other)
            assert app.button("button.one_step").is_visible()
    assert np.array_equal(app.points("handles"), before)
    assert app.data("energy") == curves
    assert app.alerts() == []


def test_keys_make_a_step_and_go_back(app):
    app.open("fig5")
    setting(app, "Δt", 10)
    app.page.locator("body").click(position={"x": 5, "y": 790})
    app.key("n")
    app.key("n")
    assert newest(app)["t"] == 0.02
    app.key("b")
    assert newest(app)["t"] == 0.0


@pytest.mark.parametrize("theme", ["light", "projector"])
def test_all_plots_have_room(visit, theme):
    app = visit().open("fig5", theme=theme)
    assert app.box(".plot")["width"] >= 0.6 * 1280
    app = visit(viewport=PHONE).open("fig5", theme=theme)
    width, scroll = app.page.evaluate("[innerWidth, document.documentElement.scrollWidth]")
    assert scroll <= width == 390
    size, places = app.page.evaluate(DRIFT_LABELS)
    assert len(places) >= 3 and np.diff(sorted(places)).min() >= 0.8 * size
