"""FIG 6: every point is a count, the slopes are those of the orders, and the answer is judged."""

import itertools
import math
from fractions import Fraction

import pytest

from dynamics import opcount
from figures import counts, fig6_cost, timing
from figures.challenges import is_met
from figures.counts import ALGORITHMS, LAST, ORDER
from figures.fig6_cost import Fig6, compute
from figures.numbers import BadNumber, parse, whole
from figures.parts import chart as chart_part
from figures.shell import Shell
from figures.style import THEMES
from figures.visitor import Visitor


class Clock:
    """Stands for the browser's session: what would run by itself waits for ``tick``."""

    def __init__(self, visitor):
        self.repeated, self.once = [], []
        visitor.every = lambda ms, action: self._add(self.repeated, action)
        visitor.later = lambda ms, action: self._add(self.once, action)

    def _add(self, queue, action):
        queue.append(action)
        return lambda: queue.remove(action) if action in queue else None

    def tick(self):
        for action in list(self.repeated):
            action()

    def run(self):
        for _ in range(1000):
            if not self.repeated:
                return
            self.tick()
        raise AssertionError("never ends")

    def half_a_second(self):
        for _ in range(4):  # what is asked for by then may ask again
            waiting, self.once[:] = list(self.once), []
            for action in waiting:
                action()


@pytest.fixture
def fig():
    made = Fig6(Visitor())
    made.clock = Clock(made.visitor)
    made.active = True
    made.clock.run()
    return made


@pytest.fixture
def fresh(monkeypatch):
    """As in a new process: nothing counted yet; the calls that count are listed, not made."""
    calls = []
    monkeypatch.setattr(counts, "_known", {})
    for name in ALGORITHMS:
        monkeypatch.setattr(
            opcount, name, lambda n, name=name: calls.append((name, n)) or opcount.Count(n, n)
        )
    return calls


def shown(fig):
    charts = fig.plane, fig.linear_plane, fig.time_plane
    return [chart.figure.visible for chart in charts]


def through(points, x):
    """Value at x of the polynomial through the points, exactly (Newton's divided differences)."""
    xs, column = [Fraction(p[0]) for p in points], [Fraction(p[1]) for p in points]
    for level in range(1, len(xs)):
        for i in range(len(xs) - 1, level - 1, -1):
            column[i] = (column[i] - column[i - 1]) / (xs[i] - xs[i - level])
    total = Fraction(0)
    for x_i, c in zip(reversed(xs), reversed(column), strict=True):
        total = total * (x - x_i) + c
    return total


@pytest.mark.parametrize("n", [20, 40])
@pytest.mark.parametrize("name", ALGORITHMS)
def test_a_curve_is_the_polynomial_through_other_points(fig, name, n):
    data = fig.counts.data
    others = [3 + 5 * i for i in range(ORDER[name] + 1)]
    points = [(k, data[name][data["n"].index(k)]) for k in others]
    assert data[name][data["n"].index(n)] == through(points, n)


def test_every_point_of_every_curve_is_the_count(fig):
    assert fig.counts.data["n"] == list(range(1, LAST + 1))
    for name in ALGORITHMS:
        assert all(type(v) is int for v in fig.counts.data[name])
        for n in (1, 2, 7, 30):
            assert fig.counts.data[name][n - 1] == getattr(opcount, name)(n).total


@pytest.mark.parametrize("n", [1, 12, 30, 40])
def test_measures_are_what_the_functions_count(fig, n):
    fig.n = n
    fig.clock.half_a_second()  # numbers come at a pace that can be read
    measures = fig.measures()
    assert measures["n"] == n
    for name in ALGORITHMS:
        count = getattr(opcount, name)(n)
        assert measures[name] == count.total
        assert measures[f"{name}_multiplications"] == count.multiplications
        assert measures[f"{name}_additions"] == count.additions
        for number in (count.multiplications, count.additions, count.total):
            assert f">{whole(number)}<" in fig.readout.object
        slope = math.log2(getattr(opcount, name)(40).total / getattr(opcount, name)(20).total)
        assert measures[f"slope_{name}"] == pytest.approx(slope, abs=1e-12)
    assert measures["ratio"] == measures["lagrange"] / measures["rnea"]
    line = fig.cursor.handles.data
    assert (line["n"], line["x"]) == ([n], [float(n)])
    assert fig.cursor.points.data["y"] == [measures[name] for name in ALGORITHMS]
    assert fig.cursor.points.data["x"] == [float(n)] * 4


def test_slopes_are_near_their_orders(fig):
    measures = fig.measures()
    assert measures["slope_rnea"] == pytest.approx(1, abs=1e-12)
    assert measures["slope_mass_matrix"] == pytest.approx(2, abs=1e-12)
    assert 2 < measures["slope_forward_dynamics"] < 3  # n² still outweighs n³/3 at 40
    assert measures["slope_lagrange"] == pytest.approx(4, abs=0.1)


# Counting: lazily, once for the process


def test_building_and_opening_the_page_counts_nothing(fresh):
    fig = Fig6(Visitor())
    clock = Clock(fig.visitor)
    fig.active = True
    assert fresh == []
    assert all(math.isnan(v) for v in fig.counts.data["lagrange"])
    assert "·" in fig.readout.object
    assert len(clock.repeated) == 1


def test_what_the_readout_needs_is_counted_first_and_nothing_twice(fresh):
    fig = Fig6(Visitor())
    clock = Clock(fig.visitor)
    fig.n = 17
    fig.active = True
    while not counts.known(17, 20, 40):
        clock.tick()
    assert [n for _, n in fresh[:12]] == [17] * 4 + [20] * 4 + [40] * 4
    clock.tick()
    assert "·" not in fig.readout.object
    clock.run()
    assert len(fresh) == len(set(fresh)) == 4 * LAST


def test_a_slice_ends_when_its_time_is_over(fresh, monkeypatch):
    fig = Fig6(Visitor())
    clock, time = Clock(fig.visitor), iter(range(10_000))
    monkeypatch.setattr(counts.time, "perf_counter", lambda: next(time))
    fig.active = True
    for done in range(1, 6):
        clock.tick()
        assert len(fresh) == done


def test_a_second_visitor_counts_nothing(fresh):
    first = Fig6(Visitor())
    clock = Clock(first.visitor)
    first.active = True
    clock.run()
    fresh.clear()
    second = Fig6(Visitor())
    waiting = Clock(second.visitor)
    second.active = True
    second.n = 30
    assert waiting.repeated == [] and fresh == []
    assert second.counts.data == first.counts.data
    assert first.n == 3, "each visitor has an own line"
    mine = {m.id for chart in (first.plane, first.time_plane) for m in chart.figure.references()}
    assert mine.isdisjoint(
        m.id for chart in (second.plane, second.time_plane) for m in chart.figure.references()
    )


def test_counting_stops_when_another_page_is_shown(fresh):
    fig = Fig6(Visitor())
    clock = Clock(fig.visitor)
    fig.active = True
    clock.tick()
    fig.active = False
    assert clock.repeated == []
    fig.active = True
    clock.run()
    assert len(fresh) == 4 * LAST


# Moving the line


@pytest.mark.parametrize(("x", "n"), [(12.4, 12), (0.2, 1), (1e9, 40), (29.6, 30)])
def test_dragging_the_line_gives_a_whole_number_of_joints(fig, x, n):
    fig._on_drag(0, x, 5.0, False)
    assert fig.n == n


def test_keys_buttons_and_field_move_the_line(fig):
    for key, n in (("ArrowRight", 4), ("PageUp", 9), ("ArrowDown", 8), ("PageDown", 3), ("x", 3),
                   ("PageDown", 1)):  # fmt: skip
        fig.controls._on_key(0, key, False)
        assert fig.n == n
    fig.controls.number.field.value = "25"
    assert fig.n == 25
    fig.controls.number.slider.value = 31
    fig.clock.half_a_second()
    assert fig.n == 31 and fig.controls.number.field.value == "31"


@pytest.mark.parametrize("log", [True, False])
def test_a_chart_finds_pixels_and_back(fig, log):
    chart = fig.plane if log else fig.linear_plane
    for x, y in ((1.0, 50.0), (30.0, 2e6)):
        assert chart.point(*chart.pixels(x, y)) == pytest.approx((x, y))
    across = [chart.pixels(x, 50.0)[0] for x in (10, 20, 40)]
    steps = across[1] - across[0], across[2] - across[1]
    assert steps[1] == pytest.approx(steps[0] if log else 2 * steps[0])


@pytest.mark.parametrize("theme", THEMES)
def test_names_at_the_ends_do_not_sit_on_each_other(fig, theme):
    fig.visitor.style.theme = theme
    for chart in (fig.plane, fig.linear_plane):
        ends = chart._ends.data
        assert len(ends["x"]) == 4
        at = sorted(
            chart.pixels(x, y)[1] - dy
            for x, y, dy in zip(ends["x"], ends["y"], ends["dy"], strict=True)
        )
        size = fig.visitor.style.size("plot_text")
        assert min(b - a for a, b in itertools.pairwise(at)) >= 1.2 * size
        assert chart.figure.x_range.end > LAST


@pytest.mark.parametrize("width", [250, 300, 700, 1200])
@pytest.mark.parametrize("theme", THEMES)
def test_numbers_at_the_ticks_do_not_touch(fig, theme, width, monkeypatch):
    monkeypatch.setattr(chart_part, "inner_size", lambda figure: (width, 300))
    fig.visitor.style.theme = theme
    chart = fig.plane
    chart.restyle()
    ticks = chart.figure.xaxis[0].ticker.ticks
    assert ticks[0] == 1 and ticks[-1] == 40
    at = [chart.pixels(tick, 100)[0] for tick in ticks]
    wide = 1.15 * fig.visitor.style.size("plot_small")  # two digits
    assert min(b - a for a, b in itertools.pairwise(at)) > wide
    assert len(ticks) == 8 or width < 1200


def test_linear_axes_by_switch_keep_the_rest(fig):
    fig.n = 12
    before = fig.measures()
    fig.controls.linear.value = True
    assert shown(fig) == [False, True, False]
    assert fig.measures() == before
    fig.controls.linear.value = False
    assert shown(fig) == [True, False, False]


@pytest.mark.parametrize(("text", "n"), [("30", 30), ("40", 40), ("41", 3), ("x", 3), ("2.5", 3)])
def test_a_link_holds_the_number_of_joints(text, n):
    shell = Shell({"page": "fig6", "n": text})
    assert shell.page.n == n
    assert ("alert" in shell.notice.object) == (str(n) != text)
    assert shell._whole_link()["n"] == str(n)
    assert shell.page.challenges.done == set()


def test_undo_and_random_leave_the_arm_alone_where_it_is_not_shown():
    shell = Shell({"page": "fig6"})
    state = shell.visitor.state
    state.act(q=[0, 0, 0])
    for key in ("undo", "r", "redo", "n", "b"):
        shell._on_key(key)
    assert list(state.q) == [0, 0, 0] and state.seed == 0


# Bad input


@pytest.mark.parametrize("text", ["abc", "", "nan", "0", "41", "1e9", "-3", "2.5", "<b>"])
def test_a_bad_number_of_joints_is_told_and_changes_nothing(fig, text):
    fig.controls.number.field.value = text
    assert fig.n == 3
    assert fig.controls.number.field.value == "3"
    message = fig.controls._notice.view.object
    assert 'role="alert"' in message and "40" in message and "<b>" not in message
    fig.controls.number.field.value = "5"
    assert fig.controls._notice.view.object == ""


@pytest.mark.parametrize("text", ["abc", "nan", "-1", "1e9", "2628x"])
def test_a_bad_answer_is_told_and_the_old_one_stays(fig, text):
    fig.controls.answer.field.value = "7"
    fig.controls.answer.field.value = text
    assert fig.answer == 7
    assert fig.controls.answer.field.value == "7"
    assert "100000" in fig.controls._notice.view.object


@pytest.mark.parametrize("text", ["2628", "2,628", "2 628", "2\u202f628", "2,628.0", "2628,0"])
def test_thousands_may_be_grouped_in_an_answer(text):
    assert parse(text, 0, 1e5, grouped=True) == 2628


def test_grouping_is_for_large_numbers_only():
    assert parse("1,500", -10, 10) == 1.5
    with pytest.raises(BadNumber):
        parse("1 500", -180, 180)
    assert whole(10773754) == "10\u202f773\u202f754"


# The task


def dearer(fig):
    return "dearer" in fig.challenges.done


def test_the_task_by_a_real_path(fig):
    assert not dearer(fig) and fig.answer is None
    fig.controls.number.field.value = "30"
    fig.clock.half_a_second()
    assert not dearer(fig), "no answer yet"
    fig.controls.answer.field.value = "2600"
    assert not dearer(fig), "must hold for half a second"
    fig.clock.half_a_second()
    assert dearer(fig)
    fig.n = 4
    assert dearer(fig), "stays ticked"
    fig.reset()
    assert not dearer(fig) and fig.answer is None and fig.n == 3


@pytest.mark.parametrize("n", [1, 3, 12, 29, 31, 40])
def test_a_right_answer_for_another_n_is_not_the_task(fig, n):
    fig.n = n
    fig.controls.answer.field.value = f"{compute(n).ratio:.2f}"
    fig.clock.half_a_second()
    assert "good" in fig.controls.verdict.object
    assert not dearer(fig) and not is_met("fig6", "dearer", fig.measures())


@pytest.mark.parametrize(
    ("part", "ok"), [(0.949, False), (0.951, True), (1.049, True), (1.051, False), (0.0, False)]
)
def test_five_per_cent_is_the_bound(fig, part, ok):
    fig.n = 30
    fig.controls.answer.field.value = (
        f"{part * opcount.lagrange(30).total / opcount.rnea(30).total:.2f}"
    )
    fig.clock.half_a_second()
    assert dearer(fig) == ok
    assert ("good" in fig.controls.verdict.object) == ok


def test_what_was_wrong_with_an_answer_is_said(fig):
    fig.n = 30
    fig.clock.half_a_second()
    for text, key in (("100", "low"), ("99999", "high")):
        fig.controls.answer.field.value = text
        expected = fig.visitor.words(f"fig6.verdict.{key}", n=30, answer=text)
        assert expected in fig.controls.verdict.object


# Time


def test_times_are_measured_in_slices_and_can_be_cancelled(fig, monkeypatch):
    fig.controls._on_tab("time")
    assert shown(fig) == [True, False, True]
    assert fig.stopwatch.part == 0, "nothing before the button"
    monkeypatch.setattr(timing, "SLICE_S", 0.0)
    fig.stopwatch.start()
    assert fig.controls.measure.disabled and not fig.controls.cancel.disabled
    for _ in range(9):
        fig.clock.tick()
    assert fig.stopwatch.part == pytest.approx(9 / 96)
    fig.stopwatch.stop()
    assert fig.clock.repeated == [] and not fig.stopwatch.running
    kept = fig.times.data["rnea"][0]
    assert kept > 0 and math.isnan(fig.times.data["rnea"][-1])
    fig.stopwatch.start()
    fig.clock.run()
    assert not fig.stopwatch.running and fig.stopwatch.part == 1
    assert fig.times.data["n"] == list(timing.SIZES)
    for name in ALGORITHMS:
        assert all(v > 0 for v in fig.times.data[name])
    top, bottom = fig.time_plane.figure.y_range.end, fig.time_plane.figure.y_range.start
    assert bottom < min(fig.times.data["rnea"]) and max(fig.times.data["lagrange"]) < top


@pytest.mark.parametrize("leave", ["page", "tab", "reset"])
def test_leaving_cancels_the_measurement(fig, leave):
    fig.controls._on_tab("time")
    fig.stopwatch.start()
    fig.clock.tick()
    {
        "page": lambda: setattr(fig, "active", False),
        "tab": lambda: setattr(fig.controls.tabs, "value", "count"),
        "reset": fig.reset,
    }[leave]()
    assert fig.clock.repeated == [] and not fig.stopwatch.running


def test_the_stopwatch_runs_what_it_names(monkeypatch):
    seen = []
    for name in ALGORITHMS:
        owner, attribute = (
            (timing.lagrange, "inverse_dynamics") if name == "lagrange" else (timing, name)
        )
        monkeypatch.setattr(owner, attribute, lambda arm, *a, name=name: seen.append((name, arm.n)))
    for name in ALGORITHMS:
        assert timing.fastest(name, 4, 0.0) >= 0
    assert seen == [(name, 4) for name in ALGORITHMS]


def test_the_task_of_the_data_and_the_verdict_use_one_bound():
    from figures.challenges import _TASKS
    from figures.cost_controls import TOLERANCE

    (task,) = _TASKS["fig6"]
    assert ["answer_error", "<=", 100 * TOLERANCE, 1] in task["all"]
    assert fig6_cost.START != 30
