"""The parts that pages are made of, without a browser."""

import math
from types import SimpleNamespace

import numpy as np
import pytest
from bokeh.document import Document
from bokeh.models import Arrow, ColumnDataSource
from hypothesis import given
from hypothesis import strategies as st

from figures.parts.arcs import Arcs
from figures.parts.arm import Arm
from figures.parts.arrows import Arrows
from figures.parts.bars import Bars
from figures.parts.columns import renew
from figures.parts.drag import REACH_PX, Drag
from figures.parts.freebody import body_points, polygon_points, way_into
from figures.parts.keys import push, turn
from figures.parts.labels import Label, Labels
from figures.parts.plane import Plane
from figures.parts.scale import Scale
from figures.parts.widgets import NumberControl
from figures.style import Style

coordinate = st.floats(-2, 2)
points = st.lists(st.tuples(coordinate, coordinate), min_size=1, max_size=6)


def plane():
    return Plane("arm", Style(), (-2.5, 2.5, -2.5, 2.5))


@given(st.floats(1e-6, 1e6))
def test_a_scale_is_a_step_of_1_2_5_that_suits(largest):
    scale = Scale("N", 5.0)
    scale.fit(largest)
    mantissa = float(f"{scale.per_meter:e}".split("e")[0])
    assert mantissa in (1, 2, 5)
    assert scale.shortest * (1 - 1e-9) <= scale.length(largest) <= scale.longest * (1 + 1e-9)


def test_a_scale_that_suits_is_left_alone():
    scale = Scale("N", 5.0)
    scale.fit(2.2)
    assert scale.per_meter == 5.0
    scale.fit(2.2, force=True)
    assert scale.per_meter == 2.0


@pytest.mark.parametrize("nothing", [0.0, -0.0, 1e-12, math.nan, math.inf])
def test_nothing_to_show_changes_no_scale(nothing):
    scale = Scale("N", 5.0)
    scale.fit(nothing)
    assert scale.per_meter == 5.0


@given(points)
def test_arrows_keep_tails_and_heads(tails):
    arrows = Arrows(plane(), "euler")
    heads = [(x + 0.5, y - 0.5) for x, y in tails]
    arrows.set(np.array(tails), np.array(heads))
    data = arrows.source.data
    assert list(zip(data["x0"], data["y0"], strict=True)) == tails
    assert list(zip(data["x1"], data["y1"], strict=True)) == heads
    assert len({len(column) for column in data.values()}) == 1


def test_an_arrow_of_no_length_is_not_painted():
    arrows = Arrows(plane(), "euler")
    arrows.set([(0, 0), (0, 0)], [(0, 0), (1, 0)])
    assert arrows.source.data["alpha"] == [0.0, 1.0]


@given(points)
def test_a_shaft_ends_where_the_head_begins(tails):
    arrows = Arrows(plane(), "euler")
    heads = np.array(tails) + (0.5, -0.3)
    arrows.set(np.array(tails), heads)
    data = arrows.source.data
    back = heads - np.array([data["xb"], data["yb"]]).T
    assert np.hypot(*back.T) * arrows.plane.px_per_m == pytest.approx(data["head"])
    assert back == pytest.approx(np.outer(data["head"], (0.5, -0.3)) / math.hypot(5, 3) / 10)


def test_no_arrow_has_both_a_shaft_and_a_head():
    part = plane()
    Arrows(part, "euler")
    Arcs(part, "omega", radian_per_unit=0.5)
    drawn = [item for item in part.figure.renderers if isinstance(item, Arrow)]
    assert len(drawn) == 3
    for arrow in drawn:
        assert arrow.end is None or arrow.line_color is None, "it would be cut out by a mask"


def test_only_columns_that_have_changed_are_sent():
    source, sent = ColumnDataSource({"x": [], "y": []}), []
    doc = Document()
    doc.add_root(source)
    doc.on_change(sent.append)
    for columns, told in (
        ({"x": [1, 2], "y": [3, 4]}, {"x", "y"}), ({"x": [1, 5], "y": [3, 4]}, {"x"}),
        ({"x": [1, 5], "y": [3, 4]}, None), ({"y": [6, 7]}, {"y"}), ({"x": [], "y": []}, {"x", "y"}),
    ):  # fmt: skip
        sent.clear()
        renew(source, columns)
        names = [set(event.cols or event.model.data) for event in sent]
        assert names == ([] if told is None else [told])
        assert all(source.data[name] == column for name, column in columns.items())


def test_showing_a_number_is_no_change_by_the_person():
    told = []
    control = NumberControl(
        "θ", "°", 180, 1, lambda value, final: told.append((value, final)), None
    )
    # as Panel 1.10 does: what the program sets is reported as released, too
    control.slider.param.watch(control._released, "value")
    control.show(30)
    assert (control.slider.value, told) == (30, [])
    control.slider.value = 40
    assert told[-2:] == [(40, False), (40, True)] and set(told) == set(told[-2:])


def test_arcs_turn_the_way_of_the_sign():
    arcs = Arcs(plane(), "omega", radian_per_unit=0.5)
    arcs.set([(0, 0)] * 3, [2.0, -2.0, 0.0], [0.0] * 3, [0.3] * 3)
    data = arcs.source.data
    heads = np.arctan2(data["hy"], data["hx"])
    assert heads[:2] == pytest.approx([1.0, -1.0])
    assert data["start"][0] == 0.0 == data["end"][1]
    assert data["hy"][0] > 0 > data["hy"][1]
    assert data["alpha"][2] == 0.0


def boxes(labels, count):
    """Rectangles (px) of the labels as they are painted, from the columns of the source."""
    data, unit, style = labels.source.data, labels.plane.px_per_m, labels.plane.style
    big, small = style.size("plot_text"), style.size("plot_small")
    for i in range(count):
        split = data["x"][i] * unit + data["sx"][i]
        middle = -data["y"][i] * unit - data["dy"][i]
        left = split - 0.5 * big * len(data["base"][i])
        yield left, split + 0.5 * small * len(data["sub"][i]), middle - big / 2, middle + big / 2


def test_labels_of_one_point_do_not_sit_on_each_other_nor_on_a_handle():
    labels = Labels(plane())
    names = [Label(str(i), (0.5, 0.5), (1, 0), "a", "c3", "euler") for i in range(6)]
    labels.set(names, obstacles=[(0.5, 0.5)])
    found = list(boxes(labels, 6))
    handle = (0.5 * 100 - 11, 0.5 * 100 + 11, -61, -39)
    for i, one in enumerate([*found, handle]):
        for other in found[:i]:
            apart = (
                one[1] <= other[0] or other[1] <= one[0] or one[3] <= other[2] or other[3] <= one[2]
            )
            assert apart, (one, other)


def test_a_label_does_not_jump_while_its_place_is_free():
    labels = Labels(plane())
    offsets = []
    for angle in np.radians(np.arange(0, 40, 2)):
        head = (math.cos(angle), math.sin(angle))
        labels.set([Label("a", head, head, "a", "", "euler")])
        offsets.append((labels.source.data["dx"][0], labels.source.data["dy"][0]))
    assert np.ptp(np.array(offsets), axis=0).max() < 1e-9


def test_bars_show_only_what_is_known_and_the_longest_fits():
    bars = Bars("torque_bar", Style(), ["a", "b", "c"], ["joint1", "joint2", "joint3"], "N·m")
    bars.scale.fit(500.0)
    bars.set([500.0, -3.0, 0.0], [True, True, False])
    assert bars.source.data["y"] == [2.5, 1.5]  # from the top
    assert bars.source.data["right"][0] == 500.0 < bars.figure.x_range.end
    assert bars.source.data["left"][1] == -3.0


@given(st.tuples(coordinate, coordinate), st.lists(st.tuples(coordinate, coordinate), min_size=3,
                                                   max_size=3))  # fmt: skip
def test_a_polygon_is_centred_and_keeps_its_vectors(center, vectors):
    corners = polygon_points(center, vectors)
    assert np.allclose(np.diff(corners, axis=0), vectors, atol=1e-12)
    assert np.allclose((corners.min(axis=0) + corners.max(axis=0)) / 2, center, atol=1e-12)


def test_a_body_keeps_its_direction_and_shape():
    inner, outer, com = body_points((3, 1), (0.3, 0.4), (0.15, 0.3), 1.0)
    assert np.allclose(outer - inner, (0.6, 0.8))
    assert np.allclose(com - inner, (0.3, 0.6))
    assert np.allclose((inner + outer) / 2, (3, 1))


@pytest.mark.parametrize(
    ("heights", "moved"), [((-1, 1), 0), ((1, 3), -1), ((-4, -1), 2), ((-5, 3), 1), ((0, 0), 0)]
)
def test_points_give_way_only_where_they_must(heights, moved):
    points = [(0.0, height) for height in heights]
    assert way_into((-2.0, 2.0), points) == moved
    assert way_into((-np.inf, np.inf), points) == 0


class Hand:
    """Drives a drag as the browser's events do."""

    def __init__(self, extra=()):
        self.moves, self.ends = [], []
        self.arm = Arm(plane())
        self.arm.set(
            [(0, 0), (1, 0), (1.8, 0), (2.3, 0)], [(0.5, 0), (1.4, 0), (2, 0)], extra=extra
        )
        self.drag = Drag(self.arm, self._on_move)

    def _on_move(self, index, x, y, ended):
        self.moves.append((index, x, y))
        if ended:
            self.ends.append(index)

    def pull(self, *path):
        first, *rest = (SimpleNamespace(x=x, y=y) for x, y in path)
        self.drag._start(first)
        for event in rest:
            self.drag._move(event.x, event.y)
        self.drag._move(rest[-1].x, rest[-1].y, ended=True)


def test_a_handle_follows_the_pointer_without_a_jump():
    hand = Hand()
    hand.pull((1.1, 0.05), (1.1, 0.05), (1.0, 0.5))
    assert hand.moves[0] == (0, pytest.approx(1.0), pytest.approx(0.0))
    assert hand.moves[-1] == (0, pytest.approx(0.9), pytest.approx(0.45))
    assert hand.ends == [0]


def test_a_pull_beside_the_handles_moves_nothing():
    hand = Hand()
    beside = 1.4, REACH_PX / 100 + 0.01
    hand.pull(beside, (0, 0))
    assert hand.moves == hand.ends == []


def test_the_target_is_wide_enough_for_a_finger():
    assert 2 * REACH_PX >= 44


def test_the_nearer_of_two_handles_is_taken_but_the_force_handle_first():
    hand = Hand(extra=[(2.35, 0.1, "tip_force", "diamond")])
    hand.pull((2.3, 0.0), (2.3, 0.2))
    assert hand.moves[0][0] == 3
    hand = Hand()
    hand.pull((1.85, 0), (1.85, 0.2))
    assert hand.moves[0][0] == 1


@pytest.mark.parametrize(("key", "fine", "degrees"), [
    ("ArrowLeft", False, 2), ("ArrowRight", False, -2), ("ArrowUp", True, 0.2),
    ("ArrowDown", True, -0.2), ("PageUp", False, 15), ("PageDown", True, -15), ("x", False, 0),
])  # fmt: skip
def test_keys_turn(key, fine, degrees):
    assert math.degrees(turn(key, fine)) == pytest.approx(degrees)


def test_keys_push():
    assert push("ArrowUp", False) == (0.0, 0.5)
    assert push("ArrowLeft", True) == pytest.approx((-0.05, 0.0))
    assert push("PageDown", False) == (0.0, -5.0)


@pytest.mark.parametrize("at", [(2.4, 0.0), (-2.4, 0.3), (0.2, 2.4), (0.1, -2.4), (2.4, 2.4)])
def test_a_label_stays_inside_what_is_seen(at):
    flat = plane()
    flat.frame = (-2.5, 2.5, -2.5, 2.5)
    labels = Labels(flat)
    labels.set([Label("a", at, at, "f₁", "", "text")])  # it would rather stand outside
    data = labels.source.data
    half = 0.75 * flat.style.size("plot_text")
    x = at[0] * flat.px_per_m + data["dx"][0]  # where the base ends, to its left
    y = at[1] * flat.px_per_m + data["dy"][0]
    assert abs(x) <= 250 and abs(y) + half <= 250 + 1e-9
