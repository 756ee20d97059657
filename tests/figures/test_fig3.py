"""FIG 3: what is painted against each of the two ways, the history, the tasks."""

import json
from pathlib import Path

import numpy as np
import pytest

from dynamics import chapter_arm, energy, lagrange, rnea
from dynamics.arm import joint_positions
from figures import fig3_lagrange
from figures.challenges import is_met
from figures.fig3_lagrange import FLOOR, MEMORY, Fig3, compute
from figures.numbers import fixed, scientific
from figures.parts.pieces import THICK
from figures.shell import Shell
from figures.visitor import Visitor

REFERENCE = Path(__file__).parents[1] / "reference"
CASES = json.loads((REFERENCE / "challenges.json").read_text(encoding="utf-8"))["challenges"]
SEEDS = range(1, 6)


def opened(seed=None, links=3, **values):
    made = Fig3(Visitor())
    if seed is not None:
        made.state.randomize(seed)
    if values:
        made.state.act(**values)
    made.links = links
    made.active = True
    return made


def painted(page):
    """Starts and ends of the pieces, and the diamonds: (3, n), (3, n), (n,)."""
    data = [source.data for source in page.pieces.sources]
    starts, ends = np.array([d["start"] for d in data]), np.array([d["end"] for d in data])
    for d in data:
        assert np.allclose(np.minimum(d["start"], d["end"]), d["left"], rtol=0, atol=0)
        assert np.allclose(np.maximum(d["start"], d["end"]), d["right"], rtol=0, atol=0)
    return starts, ends, np.array(page.pieces.marker.data["x"])


@pytest.mark.parametrize("links", [2, 3])
@pytest.mark.parametrize("seed", SEEDS)
def test_pieces_are_laid_end_to_end_and_the_diamond_sits_on_their_end(seed, links):
    page = opened(seed, links)
    s, arm = page.state, chapter_arm(links)
    q, qd, qdd = s.q[:links], s.qd[:links], s.qdd[:links]
    starts, ends, diamonds = painted(page)
    assert starts.shape == (3, links)
    assert (starts[0] == 0).all() and (starts[1:] == ends[:-1]).all()
    # each piece by RNEA alone, and the diamond by Lagrange: the other way than the page takes
    zero = np.zeros(links)
    expected = [rnea(arm, q, zero, qdd, gravity=0.0), rnea(arm, q, qd, zero, gravity=0.0),
                rnea(arm, q, zero, zero)]  # fmt: skip
    assert np.allclose(ends - starts, expected, rtol=0, atol=1e-11)
    assert np.allclose(diamonds, lagrange.inverse_dynamics(arm, q, qd, qdd), rtol=0, atol=1e-11)
    assert np.allclose(diamonds, ends[2], rtol=0, atol=1e-11)
    lowest = page.pieces.sources[2].data["y"]
    assert page.pieces.marker.data["y"] == lowest


def test_no_piece_covers_another():
    page = opened(3)
    spots = sorted(y for source in page.pieces.sources for y in source.data["y"])
    assert min(np.diff(spots)) > THICK


@pytest.mark.parametrize("seed", SEEDS)
def test_the_power_of_the_torques_is_the_rate_of_the_energy(seed):
    page = opened(seed)
    s, arm, h = page.state, page.state.arm, 1e-5

    def total(t):
        q, qd = s.q + t * s.qd + 0.5 * t * t * s.qdd, s.qd + t * s.qdd
        return energy.kinetic(arm, q, qd) + energy.potential(arm, q)

    rate = (total(h) - total(-h)) / (2 * h)
    tau = [page.measures()[f"tau_{i}"] for i in (1, 2, 3)]
    assert tau @ s.qd == pytest.approx(rate, abs=1e-5)


def test_one_side_that_is_wrong_is_seen(monkeypatch):
    page = opened(2)
    assert page.measures()["difference"] < 1e-12
    assert 'class="verdict good"' in page.readout.object
    right = rnea
    monkeypatch.setattr(fig3_lagrange, "rnea", lambda *a, **k: right(*a, **k) + [0, 0.5, 0])
    page.controls.randomize()
    measures = page.measures()
    assert measures["difference"] == pytest.approx(0.5)
    assert measures["difference_relative"] < measures["difference"]
    assert measures["random_agreeing"] == 0
    assert 'class="verdict bad"' in page.readout.object
    assert page.strip.source.data["value"][-1] == pytest.approx(0.5)
    assert page.strip.figure.y_range.end > 0.5


def test_a_wrong_closed_form_is_seen_too(monkeypatch):
    right = lagrange.two_link_closed_form

    def wrong(*args):
        M, c_qd, g = right(*args)
        return M, -c_qd, g

    page = opened(1, 2)
    assert page.measures()["difference"] < 1e-12
    monkeypatch.setattr(lagrange, "two_link_closed_form", wrong)
    page.fit()
    velocity = [page.measures()[f"velocity_{i}"] for i in (1, 2)]
    assert page.measures()["difference"] == pytest.approx(2 * np.abs(velocity).max())


def test_relative_is_to_the_largest_torque_but_at_least_one():
    low = compute(chapter_arm(3), np.zeros(3), np.zeros(3), np.full(3, 1e-3), 0.0)
    assert np.abs(low.tau).max() < 1 and low.relative == low.largest
    high = compute(chapter_arm(3), np.array([0.3, 0.4, 0.5]), np.ones(3), np.ones(3), 9.81)
    assert high.relative == pytest.approx(high.largest / np.abs(high.tau).max())


@pytest.mark.parametrize("links", [2, 3])
def test_the_table_says_what_is_measured(links):
    page = opened(4, links)
    text, m = page.readout.object, page.measures()
    for i in range(1, links + 1):
        for name in ("inertia", "velocity", "gravity", "lagrange", "tau"):
            assert f"<td>{fixed(m[f'{name}_{i}'], 3)}</td>" in text
    assert (page.visitor.words("fig3.column.closed") in text) == (links == 2)
    assert ("closed_1" in m) == (links == 2) and ("tau_3" in m) == (links == 3)
    assert scientific(m["difference"]) in text and scientific(m["difference_relative"]) in text
    assert fixed(m["tau_norm"]) in text
    assert text.count("<tr") == links + 1


# Two links


def test_two_links_leave_the_third_joint_as_it_was():
    page = opened(1)
    before = page.state.snapshot()
    page.links = 2
    assert all(np.array_equal(before[k], getattr(page.state, k)) for k in before)
    assert np.allclose(
        np.column_stack([page.arm.handles.data["x"], page.arm.handles.data["y"]]),
        joint_positions(chapter_arm(2), page.state.q[:2])[1:],
    )
    page.controls.drag(1, 0.3, 1.2)
    page.state.commit()
    assert page.state.q[0] == before["q"][0] and page.state.q[2] == before["q"][2]
    assert page.state.q[1] != before["q"][1]
    page.links = 3
    assert len(page.arm.handles.data["x"]) == 3


def test_two_links_offer_two_joints():
    page = opened()

    def offered():
        rows = [all("gone" not in item.css_classes for item in row) for row in page.controls._rows]
        return rows, len(page.controls.handles.labels), page.pieces.figure.y_range.start

    assert offered() == ([True] * 3, 3, -2.5)
    page.links = 2
    assert offered() == ([True, True, False], 2, -1.5)
    q = page.state.q
    page.controls._on_key(2, "ArrowUp", False)
    assert np.array_equal(page.state.q, q)
    page.links = 3
    assert offered() == ([True] * 3, 3, -2.5)


def test_what_the_third_joint_does_counts_for_three_links_only():
    page = opened(qd=(0.0, 0.0, 2.0), qdd=(0.0, 0.0, 1.0), links=2)
    assert page.measures()["qd_max"] == page.measures()["qdd_max"] == 0
    page.links = 3
    assert page.measures()["qd_max"] == 2 and page.measures()["qdd_max"] == 1


@pytest.mark.parametrize("links", [1, 4])
def test_other_numbers_of_links_are_refused(links):
    with pytest.raises(ValueError):
        opened().links = links


# The axis and the history


def test_the_axis_changes_when_the_hand_lets_go():
    page = opened()
    span = page.pieces.figure.x_range.end
    page.state.act(qdd=(20.0, 20.0, 20.0))
    wide = page.pieces.figure.x_range.end
    assert wide > span
    page.state.set(qdd=(0.0, 0.0, 0.0))
    page.state.set(q=(np.pi / 2, 0.0, 0.0), qd=(0.0, 0.0, 0.0))
    assert page.pieces.figure.x_range.end == wide
    page.state.commit()
    assert page.pieces.figure.x_range.end == wide, "all is zero: nothing to fit"
    page.state.act(q=(0.0, 0.0, 0.0))
    assert page.pieces.figure.x_range.end < wide
    _, ends, diamonds = painted(page)
    assert max(np.abs(ends).max(), diamonds.max()) < page.pieces.figure.x_range.end


def test_the_axis_is_the_smallest_that_holds_every_end():
    page, inner = opened(), 0
    for seed in range(1, 40):
        page.state.randomize(seed)
        page.fit()
        _, ends, diamonds = painted(page)
        largest, span = np.abs(ends).max(), page.pieces.figure.x_range.end
        assert largest < span < 3 * largest, seed
        inner += largest > 1.2 * np.abs(diamonds).max()
    assert inner > 0, "some state must have its largest end inside the sum"


def test_the_history_takes_each_settled_state_once():
    page = opened()
    values = page.strip.source.data["value"]
    assert values == [page.measures()["difference"]]
    for x in np.linspace(1, 1.5, 9):
        page.controls.drag(1, x, 0.5)
    assert len(page.strip.source.data["value"]) == 1, "a drag under way is no state"
    page.state.commit()
    assert page.strip.source.data["value"][-1] == page.measures()["difference"]
    page.visitor.words.lang, page.visitor.style.theme = "zh", "dark"
    page.fit()
    page.active = False
    page.active = True
    assert len(page.strip.source.data["value"]) == 2
    page.links = 2
    assert len(page.strip.source.data["value"]) == 3
    page.state.act(f_tip=(1.0, 0.0))
    assert len(page.strip.source.data["value"]) == 3, "the tip force plays no part here"


def test_the_history_forgets_the_oldest():
    page, told = opened(), []
    told.append(page.measures()["difference"])
    for seed in range(1, MEMORY + 10):
        page.state.randomize(seed)
        told.append(page.measures()["difference"])
    data = page.strip.source.data
    assert data["value"] == told[-MEMORY:]
    assert data["x"] == [i + 1.0 for i in range(MEMORY)]
    assert page.strip.figure.x_range.end > MEMORY
    assert data["size"].index(max(data["size"])) == MEMORY - 1


def test_an_exact_zero_has_its_place_on_the_log_axis():
    page = opened(q=np.radians([90.0, 0, 0]), qd=np.zeros(3), qdd=np.zeros(3), gravity_on=False)
    assert page.measures()["difference"] == 0
    floor = float(f"1e{FLOOR}")
    data = page.strip.source.data
    assert (data["value"][-1], data["y"][-1]) == (0.0, floor)
    assert page.strip.figure.yaxis[0].major_label_overrides[floor] == "0"
    assert page.strip.figure.y_range.start < floor
    for value, y in zip(data["value"], data["y"], strict=True):
        assert y == (value if value > 0 else floor)


# Tasks


@pytest.mark.parametrize("case", CASES["fig3_velocity_torque"]["states"], ids=lambda c: c["why"])
def test_turning_alone(case):
    page = opened()
    page.state.set(q=case["q"], qd=case["qd"], qdd=case["qdd"], gravity_on=case["gravity"])
    assert page.measures()["tau_norm"] == pytest.approx(case["tau_norm"], abs=1e-12)
    assert is_met("fig3", "turning", page.measures()) == case["satisfies"]


@pytest.mark.parametrize("case", CASES["fig3_random_states"]["states"])
def test_reference_states_and_their_parts(case):
    page = opened(q=case["q"], qd=case["qd"], qdd=case["qdd"], gravity_on=case["gravity"])
    m = page.measures()
    for name, key in (("tau", "tau"), ("inertia", "Mqdd"), ("velocity", "Cqd"), ("gravity", "g")):
        found = [m[f"{name}_{i}"] for i in (1, 2, 3)]
        assert np.allclose(found, case[key], rtol=0, atol=1e-12 * max(1, np.abs(found).max()))
    assert m["difference"] < 1e-10


def test_turning_by_pressing():
    page = opened()
    page.controls._preset(next(p for p in _presets() if p["id"] == "straight"))
    page.state.act(gravity_on=False)
    assert not is_met("fig3", "turning", page.measures()), "a straight arm: 0 at any speed"
    assert page.measures()["tau_norm"] == pytest.approx(0, abs=1e-12)
    page.controls._preset(next(p for p in _presets() if p["id"] == "elbow_turn"))
    assert is_met("fig3", "turning", page.measures())
    page.state.act(gravity_on=True)
    assert not is_met("fig3", "turning", page.measures())


def test_five_own_random_states():
    page = opened()
    for drawn in range(5):
        assert page.challenges._measures["random_agreeing"] == drawn
        assert not is_met("fig3", "five", page.challenges._measures)
        page.controls.randomize()
    assert is_met("fig3", "five", page.challenges._measures)
    page.reset()
    assert not is_met("fig3", "five", page.challenges._measures)


def test_only_new_random_states_drawn_here_count():
    page = opened()
    for seed in (7, 7, 8, 7, 8):  # typed into the field, the same ones again
        page.controls._on_seed(float(seed), True)
    assert page.measures()["random_agreeing"] == 2
    page.state.undo()
    page.state.redo()
    page.state.act(q=(0.1, 0.2, 0.3))
    assert page.measures()["random_agreeing"] == 2
    page.active = False
    page.controls.randomize()  # on another page
    assert page.measures()["random_agreeing"] == 2


def _presets():
    path = Path(__file__).parents[2] / "assets" / "presets.json"
    return json.loads(path.read_text(encoding="utf-8"))["fig3"]


# As every page


def test_reset_brings_back_the_load():
    page, fresh = opened(5, 2), opened()
    page.controls.randomize()
    page.state.act(qdd=(20.0, 20.0, 20.0), gravity_on=False)
    page.reset()
    assert page.measures() == fresh.measures()
    assert dict(page.strip.source.data) == dict(fresh.strip.source.data)
    assert page.pieces.figure.x_range.end == fresh.pieces.figure.x_range.end
    assert page._gravity.value and not page._two.value


def test_switches_follow_the_state():
    page = opened()
    page.state.act(gravity_on=False)
    page.links = 2
    assert (page._gravity.value, page._two.value) == (False, True)
    page.state.undo()
    assert page._gravity.value
    page._two.value = False
    assert page.links == 3


def test_zero_acceleration_is_exact():
    page = opened(3)
    page.controls.drag(0, 0.5, 0.5)
    page.state.act(qdd=np.zeros(3))
    assert page.measures()["qdd_max"] == 0
    assert [page.measures()[f"inertia_{i}"] for i in (1, 2, 3)] == [0, 0, 0]


def test_a_bad_number_changes_nothing():
    page = opened(3)
    before, history = page.measures(), page.strip.source.data["value"]
    for text in ("abc", "1e308", "nan", "", "181"):
        page.controls.numbers["q", 0].field.value = text
        assert 'role="alert"' in page.controls.notice.object
    assert page.measures() == before
    assert page.strip.source.data["value"] == history


def test_extreme_states_stay_readable():
    limit = opened(q=(0.5, 1.0, -2.0), qd=(10.0, -10.0, 10.0), qdd=(20.0, 20.0, -20.0))
    assert limit.measures()["difference"] < 1e-10
    _, ends, _ = painted(limit)
    assert np.abs(ends).max() < limit.pieces.figure.x_range.end


def test_two_visitors_share_nothing():
    one, other = opened(), opened()
    for figure in ("plane", "pieces", "strip"):
        mine = {m.id for m in getattr(one, figure).figure.references()}
        assert mine.isdisjoint({m.id for m in getattr(other, figure).figure.references()})
    before = dict(other.pieces.marker.data)
    for _ in range(3):
        one.controls.randomize()
    one.links = 2
    assert dict(other.pieces.marker.data) == before
    assert other.measures()["random_agreeing"] == 0 and len(other.strip.values) == 1


def test_a_link_holds_the_number_of_links():
    shell = Shell({"page": "fig3", "links": "2", "q": "10,20,30"})
    assert shell.page.links == 2 and shell.page.controls.joints == 2
    assert "links=2" in shell.header.query
    shell.page.links = 3
    assert "links" not in shell.header.query, "a link that is no longer so"
    shell.share()
    assert "links=3" in shell.header.query and "step" not in shell.header.query


@pytest.mark.parametrize("text", ["1", "4", "two", "", "2.0"])
def test_a_link_with_another_number_is_told(text):
    shell = Shell({"page": "fig3", "links": text})
    assert shell.page.links == 3
    assert 'role="alert"' in shell.notice.object and "2, 3" in shell.notice.object
