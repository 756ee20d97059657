"""FIG 4: what is painted against the Lagrangian and the reference, the columns, the tasks."""

import json
from pathlib import Path

import numpy as np
import pytest
from bokeh.events import Tap

from dynamics import chapter_arm, energy, lagrange
from dynamics.arm import com_positions
from figures import fig4_columns
from figures.challenges import is_met, unmet
from figures.fig4_columns import METERS, Fig4, compute
from figures.visitor import Visitor

REFERENCE = Path(__file__).parents[1] / "reference"
CASES = json.loads((REFERENCE / "challenges.json").read_text(encoding="utf-8"))["challenges"]
MATRICES = json.loads((REFERENCE / "special.json").read_text(encoding="utf-8"))["fig4_mass_matrix"]
ARM = chapter_arm(3)
SEEDS = range(1, 7)
CLOSE = 1e-12


def opened(seed=None, step=0, **values):
    page = Fig4(Visitor())
    if seed is not None:
        page.state.randomize(seed)
    if values:
        page.state.act(**values)
    page.step = step
    page.active = True
    return page


def press(part, x, y):
    """What the browser tells of a press on the plot of ``part``."""
    part.figure._trigger_event(Tap(part.figure, x=x, y=y))


def cells(page):
    """The matrix as it is painted: values and texts (n, n); NaN and a dot where it is empty."""
    data = page.cells.source.data
    values, texts = np.full((3, 3), 7.0), np.full((3, 3), "", dtype=object)
    for row, column, value, text in zip(*(data[c] for c in ("row", "column", "value", "text")),
                                        strict=True):  # fmt: skip
        values[row - 1, column - 1], texts[row - 1, column - 1] = value, text
    return values, texts


def ticked(page, name):
    """True if the task is about to be ticked: it was open and has become true."""
    (task,) = (task for task in page.challenges.tasks if task["id"] == name)
    return name in page.challenges._ready and not unmet(task, page.measures())


# The numbers


@pytest.mark.parametrize("case", MATRICES, ids=lambda case: str(np.round(case["q"], 1)))
@pytest.mark.parametrize("gravity", [0.0, 9.81])
def test_reference_matrices(case, gravity):
    found = compute(ARM, case["q"], gravity)
    assert np.allclose(found.M, case["M"], rtol=0, atol=CLOSE * 10)
    assert np.allclose(found.eigenvalues, case["eig"], rtol=0, atol=CLOSE * 10)
    page = opened(q=case["q"], gravity_on=gravity > 0)
    measures = page.measures()
    assert measures["condition"] == pytest.approx(case["cond"], rel=1e-11)
    assert measures["offdiag_min"] == pytest.approx(case["min_offdiag"], abs=1e-11)
    assert is_met("fig4", "fold", measures) == case["offdiag_below_minus_0p1"]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("gravity", [True, False])
def test_the_matrix_is_that_of_lagrange_and_of_the_kinetic_energy(seed, gravity):
    page = opened(seed, gravity_on=gravity, step=3)
    values, _ = cells(page)
    q = page.state.q
    assert np.allclose(values, lagrange.mass_matrix(ARM, q), rtol=0, atol=1e-11)
    draw = np.random.default_rng(seed).uniform
    for qd in draw(-2, 2, (3, 3)):
        assert qd @ values @ qd / 2 == pytest.approx(float(energy.kinetic(ARM, q, qd)), abs=1e-11)


@pytest.mark.parametrize("seed", SEEDS)
def test_both_calls_are_the_inverse_dynamics(seed):
    m = opened(seed).measures()
    q, rest = opened(seed).state.q, np.zeros(3)
    for j, unit in enumerate(np.eye(3), start=1):
        tau = lagrange.inverse_dynamics(ARM, q, rest, unit, gravity=9.81)
        assert [m[f"tau_{i}{j}"] for i in (1, 2, 3)] == pytest.approx(tau, abs=1e-11)
    still = lagrange.gravity_torque(ARM, q, 9.81)
    assert [m[f"still_{i}"] for i in (1, 2, 3)] == pytest.approx(still, abs=1e-11)


@pytest.mark.parametrize("seed", SEEDS)
def test_gravity_moves_the_calls_but_not_their_difference(seed):
    page = opened(seed, step=3)
    on, painted = page.measures(), cells(page)[0]
    page.state.act(gravity_on=False)
    off = page.measures()
    assert np.allclose(cells(page)[0], painted, rtol=0, atol=1e-12)
    assert on["gravity_check"] < 1e-13 > off["gravity_check"]
    assert (on["gravity"], off["gravity"]) == (1, 0)
    assert max(abs(on[f"still_{i}"]) for i in (1, 2, 3)) > 0.1
    assert [off[f"still_{i}"] for i in (1, 2, 3)] == [0, 0, 0]


def test_symmetry_is_measured_not_assumed(monkeypatch):
    page = opened(2, step=3)
    real = fig4_columns.rnea
    assert 0 <= page.measures()["symmetry"] < 1e-13

    def crooked(arm, q, qd, qdd, **more):
        return real(arm, q, qd, qdd, **more) + 0.01 * np.asarray(qdd)[..., [1, 1, 1]] * [1, 0, 0]

    monkeypatch.setattr(fig4_columns, "rnea", crooked)
    page.compare()
    assert page.facts.object.count("≠") == 1 and page.facts.object.count("≡") == 2
    m = page.measures()
    assert m["symmetry"] == pytest.approx(0.01) == m["m_12"] - m["m_21"]
    assert page.measures()["gravity_check"] == pytest.approx(0.01)


def test_rates_and_accelerations_play_no_part_and_are_left_alone():
    page = opened(3, step=2)
    before, painted = page.measures(), cells(page)[0]
    page.state.act(qd=(5, -4, 3), qdd=(1, 2, 3), f_tip=(7, 8))
    assert page.measures() == before
    assert np.array_equal(cells(page)[0], painted, equal_nan=True)
    page.run(1)
    page.controls.drag(1, 0.3, 0.4)
    before = list(page.state.q)
    page.controls.randomize()
    assert list(page.state.q) != before
    assert list(page.state.qd) == [5, -4, 3] and list(page.state.qdd) == [1, 2, 3]
    assert {name for name, _ in page.controls.numbers} == {"q"}


# The picture


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("joint", [1, 2, 3])
def test_arrows_are_the_second_derivative_of_the_position(seed, joint):
    page = opened(seed, step=joint)
    q, h = page.state.q, 1e-4
    unit = np.eye(3)[joint - 1]
    # at rest the way is the same forward and backward in time
    a_c = 2 * (com_positions(ARM, q + h * h / 2 * unit) - com_positions(ARM, q)) / h**2
    d = page.arrows.source.data
    tails, heads = np.array([d["x0"], d["y0"]]).T, np.array([d["x1"], d["y1"]]).T
    assert np.allclose(tails, com_positions(ARM, q), rtol=0, atol=CLOSE)
    assert np.allclose((heads - tails) / METERS, a_c, rtol=0, atol=1e-5)
    assert np.all((heads - tails)[: joint - 1] == 0), "what is inside joint j does not move"
    arc = page.arc.source.data
    assert len(arc["x"]) == 1 and arc["alpha"] == [1.0]
    assert (arc["x"][0], arc["y"][0]) == pytest.approx(
        (page.arm.links._links.data["x0"][joint - 1], page.arm.links._links.data["y0"][joint - 1])
    )


@pytest.mark.parametrize("joint", [1, 2, 3])
def test_bars_are_the_column_and_their_colour_is_the_sign(joint):
    page = opened(step=joint, q=(0.2, 3.0, 3.0))
    d, column = page.bars.source.data, lagrange.mass_matrix(ARM, page.state.q)[:, joint - 1]
    assert np.allclose(np.add(d["left"], d["right"]), column, rtol=0, atol=1e-12)
    style = page.visitor.style
    assert d["color"] == [style.color("positive" if v > 0 else "negative") for v in column]
    assert min(column) < 0 < max(column)
    assert d["right"][0] <= page.bars.figure.x_range.end


def test_nothing_is_painted_before_the_first_experiment():
    page = opened()
    values, texts = cells(page)
    assert np.isnan(values).all() and set(texts.ravel()) == {"·"}
    assert page.arrows.source.data["x0"] == page.bars.source.data["left"] == []
    assert page.arc.source.data["x"] == [] and page.labels.source.data["x"] == []


def test_columns_fill_one_by_one_in_any_order_and_follow_the_pose():
    page = opened()
    page.run(3)
    assert list(np.isnan(cells(page)[0]).any(axis=0)) == [True, True, False]
    page.run(1)
    assert page.filled == (True, False, True) and page.step == 1
    page.state.set(q=(1.0, -2.0, 0.5))  # a drag under way
    values, texts = cells(page)
    M = lagrange.mass_matrix(ARM, page.state.q)
    assert np.allclose(values[:, [0, 2]], M[:, [0, 2]], rtol=0, atol=1e-12)
    assert texts[2, 0] == f"{M[2, 0]:.3f}".replace("-", "−") and texts[1, 1] == "·"
    assert page.cells._now.data["x"] == [1]
    page.steps.back()
    assert page.step == 0 and page.filled == (True, False, True), "stays filled"


def test_keys_advance_the_experiment_and_a_link_fills_what_is_before():
    page = opened()
    for step in (1, 2, 3, 3):
        page.steps.next()
        assert page.step == step and sum(page.filled) == step
    assert opened(step=2).filled == (True, True, False)


def test_a_cell_can_be_pressed_and_nothing_beside_the_matrix():
    page = opened()
    press(page.cells, 2.2, 0.9)
    assert page.step == 2 and page.filled == (False, True, False)
    for x, y in ((0.2, 1.0), (3.9, 1.0), (2.0, 3.9), (None, None)):
        press(page.cells, x, y)
    assert page.step == 2 and page.filled == (False, True, False)
    press(page.cells, 1.0, 0.3)  # the number above column 1
    assert page.step == 1
    press(page.cells, 3.0, 1.0)
    assert page.full and not page.compared
    press(page.cells, 2.0, 2.0)
    assert not page.compared, "the diagonal has no partner"
    press(page.cells, 1.0, 3.0)
    assert page.compared


def test_partner_cells_have_the_same_colour_and_the_same_mark():
    page = opened(4, step=3)
    d = page.cells.source.data
    colors = {(r, c): k for r, c, k in zip(d["row"], d["column"], d["color"], strict=True)}
    marks = page.cells._marks.data_source.data
    mark = {
        (round(y), round(x)): m
        for x, y, m in zip(marks["x"], marks["y"], marks["marker"], strict=True)
    }
    assert len(mark) == 6 and len(set(mark.values())) == 3
    for i, j in ((1, 2), (1, 3), (2, 3)):
        assert colors[i, j] == colors[j, i] and mark[i, j] == mark[j, i]
    assert page.cells._marks.glyph.fill_color is None
    page.compare()
    assert page.cells._marks.glyph.fill_color == page.visitor.style.color("text")


def test_cells_keep_rows_and_columns_apart():
    page = opened(step=3)
    odd = np.arange(9.0).reshape(3, 3)
    page.cells.set(odd, (True, False, True))
    values, _ = cells(page)
    assert np.array_equal(values[:, [0, 2]], odd[:, [0, 2]]) and np.isnan(values[:, 1]).all()


def test_the_colour_of_a_cell_is_its_sign():
    page = opened(step=3, q=(0.0, 3.0, 3.0))
    style, d = page.visitor.style, page.cells.source.data
    for value, color in zip(d["value"], d["color"], strict=True):
        assert color == style.ground(value / 8.111333333333334)
    assert style.ground(-0.05) != style.ground(0.05)


# The map


def test_the_map_is_m12_of_the_lagrangian_and_its_line_the_sign_change():
    page = opened()
    image = page.map.source.data["image"][0]
    angles = np.linspace(-np.pi, np.pi, len(image))
    for row, column in ((0, 0), (10, 50), (30, 30), (60, 21), (45, 2)):
        M = lagrange.mass_matrix(ARM, (0.7, angles[column], angles[row]))
        assert image[row, column] == pytest.approx(M[0, 1], abs=1e-12)
    line = page.map._line.data_source.data
    spots = np.radians([p for p in zip(line["x"], line["y"], strict=True) if not np.isnan(p[0])])
    assert len(spots) > 50
    for q2, q3 in spots:
        assert abs(lagrange.mass_matrix(ARM, (0, q2, q3))[0, 1]) < 0.02
    at_zero = spots[np.abs(spots[:, 1]) < 1e-6]
    crossing = CASES["fig4_negative_offdiag"]["M12_zero_crossing_q2_for_q3_0"]
    assert np.abs(at_zero[:, 0]).min() == pytest.approx(crossing, abs=0.01)
    for x, y, text in fig4_columns.SIGNS:
        value = lagrange.mass_matrix(ARM, np.radians((0, x, y)))[0, 1]
        assert (value > 0) == (text == "+")


def test_only_the_marker_of_the_map_moves(monkeypatch):
    page = opened(step=3)
    image, line = page.map.source.data["image"][0], page.map._line.data_source.data
    monkeypatch.setattr(fig4_columns, "coupling_map", lambda arm: pytest.fail("computed again"))
    page.state.act(q=np.radians((10, -120, 45)))
    assert page.map.pose.data == {"x": [pytest.approx(-120)], "y": [pytest.approx(45)]}
    assert page.map.source.data["image"][0] is image and page.map._line.data_source.data is line


def test_the_map_appears_when_the_matrix_is_full():
    page = opened(step=2)
    assert not page.map._pose.visible and page.map._hint.visible
    press(page.map, 10.0, 20.0)
    assert not np.allclose(np.degrees(page.state.q[1:]), (10, 20)), "nothing there to press"
    page.run(3)
    assert page.map._pose.visible and not page.map._hint.visible
    first = page.state.q[0]
    press(page.map, -100.0, 20.0)
    assert np.degrees(page.state.q[1:]) == pytest.approx((-100, 20)) and page.state.q[0] == first
    press(page.map, 190.0, 0.0)
    press(page.map, None, None)
    assert np.degrees(page.state.q[1:]) == pytest.approx((-100, 20))
    page.state.undo()
    assert np.degrees(page.state.q[1]) == pytest.approx(-50)


@pytest.mark.parametrize("theme", ["light", "dark", "projector"])
def test_map_and_cells_share_their_colours_in_every_theme(theme):
    page = opened(step=3, q=(0.0, 3.0, 3.0))
    page.visitor.style.theme = theme
    mapper, value = page.map._colors, page.measures()["m_12"]
    shade = round((value - mapper.low) / (mapper.high - mapper.low) * (len(mapper.palette) - 1))
    of_map, of_cell = (
        np.array([int(c[i : i + 2], 16) for i in (1, 3, 5)])
        for c in (mapper.palette[shade], page.cells.source.data["color"][3])
    )
    assert np.abs(of_map - of_cell).max() <= 6
    assert mapper.low == -mapper.high


# The readout


def test_with_gravity_both_calls_are_told_and_without_only_one():
    page = opened(step=2)
    text, m = page.facts.object, page.measures()
    for name in ("tau_12", "still_1", "m_12"):
        assert f"<td>{m[name]:.3f}</td>" in text
    assert "(q, 0, e₂)" in text and "(q, 0, 0)</th>" in text and ": 2 + 1 for" in text
    page.state.act(gravity_on=False)
    text = page.facts.object
    assert "(q, 0, 0)</th>" not in text and text.count("<td>") == 3 and ": 2, none" in text
    assert page.gravity.value is False


def test_the_whole_matrix_is_told_when_it_is_full():
    page = opened(step=2, q=(0, 0, 0))
    assert "0.022" not in page.facts.object
    page.run(3)
    assert "0.022, 0.229, 9.409" in page.facts.object and "437.4" in page.facts.object
    assert "≡" not in page.facts.object
    page.compare()
    assert "≡" in page.facts.object
    for lang in ("zh", "en"):
        page.visitor.words.lang = lang
        assert page.visitor.words("fig4.whole").split("{")[0] in page.facts.object
        assert page.visitor.words("fig4.caption", j=3) in page.caption.object


# Tasks


@pytest.mark.parametrize("case", CASES["fig4_negative_offdiag"]["states"],
                         ids=lambda case: str(np.round(case["q"], 2)))  # fmt: skip
def test_reference_states_of_the_folded_arm(case):
    page = opened(q=case["q"])
    assert is_met("fig4", "fold", page.measures()) == case["satisfies"], case["why"]
    page.run(1)
    assert is_met("fig4", "fold", page.measures()) == case["satisfies"], "drawn or not"


def test_fill_needs_all_three_columns_and_the_check():
    page = opened()
    page.compare()
    for column in (2, 3):
        page.run(column)
        page.compare()
        assert not page.compared and page._compare.disabled
    page.run(1)
    assert not page._compare.disabled and not ticked(page, "fill")
    page.compare()
    assert ticked(page, "fill") and page.measures()["symmetry"] < 1e-12


def test_fold_by_dragging_and_by_the_map():
    page = opened()
    assert not ticked(page, "fold")
    elbow = com_positions(ARM, page.state.q)[0] * 2
    page.controls.drag(1, *(elbow * 0.1))  # joint 3 pulled back over link 1
    assert ticked(page, "fold")
    page = opened(step=3)
    press(page.map, 165.0, 150.0)
    assert ticked(page, "fold") and page.measures()["eig_min"] > 0


@pytest.mark.parametrize("preset", ["stretched", "elbow", "hook", "folded"])
def test_no_preset_does_the_work(preset):
    from figures.controls import PRESETS

    page = opened()
    (chosen,) = (p for p in PRESETS["fig4"] if p["id"] == preset)
    page.controls._preset(chosen)
    assert not is_met("fig4", "fold", page.measures())


# The page


def test_reset_takes_everything_back():
    page, fresh = opened(), opened()
    page.run(1), page.run(2), page.run(3), page.compare()
    page.state.randomize(5)
    page.reset()
    assert page.measures() == fresh.measures()
    assert page.filled == (False,) * 3 and not page.compared and page._compare.disabled
    assert page.facts.object == fresh.facts.object and not page.map._pose.visible


def test_fit_changes_the_bars_alone():
    page = opened(step=1)
    before = [page.arrows.source.data["x1"], page.cells.source.data["text"]]
    page.state.set(q=(0.1, 3.0, 3.0))
    moved = page.arrows.source.data["x1"]
    page.fit()
    assert page.arrows.source.data["x1"] == moved != before[0]
    assert page.bars.source.data["right"][0] <= page.bars.figure.x_range.end


def test_bad_input_is_told_and_changes_nothing():
    page = opened(step=1)
    before = page.measures()
    for text in ("abc", "nan", "181", ""):
        page.controls.numbers["q", 1].field.value = text
        assert 'role="alert"' in page.controls.notice.object
        assert page.measures() == before
    with pytest.raises(ValueError):
        page.step = 4


def test_two_visitors_share_nothing():
    one, other = opened(step=3), opened()
    for part in ("plane", "bars", "cells", "map"):
        mine = {m.id for m in getattr(one, part).figure.references()}
        assert mine.isdisjoint({m.id for m in getattr(other, part).figure.references()})
    one.state.act(q=np.zeros(3))
    assert other.filled == (False,) * 3 and not np.array_equal(one.state.q, other.state.q)


def test_what_is_painted_during_a_drag_is_plain_lists():
    page = opened(step=3)
    sources = (page.arrows.source, page.arc.source, page.bars.source, page.cells.source,
               page.map.pose, page.arm.handles, page.labels.source)  # fmt: skip
    for source in sources:
        assert all(type(column) is list for column in source.data.values())
