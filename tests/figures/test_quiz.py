"""The quiz: its numbers by another way than the one that made them, its words, and its manners."""

import itertools
import re
from string import Formatter

import numpy as np
import pytest

from dynamics import (
    PlanarArm,
    backward_pass,
    chapter_arm,
    energy,
    forward_pass,
    lagrange,
    opcount,
    rnea,
)
from figures import quiz_numbers
from figures.pages import FIGURES
from figures.quiz import Quiz
from figures.quiz_numbers import QUIZ, Exercise, draw, exercise, is_fresh
from figures.text import LANGUAGES, Words, texts
from figures.visitor import Visitor

QUESTIONS = {q["id"]: q for page in QUIZ.values() for q in page}
FRESH = [name for name in QUESTIONS if is_fresh(name)]
FIXED = [name for name in QUESTIONS if not is_fresh(name)]
SEEDS = range(30)
G = 9.81


def seeded(seed):
    return np.random.default_rng(seed)


def number(text):
    """The number that a text on the screen says."""
    return float(text.replace("−", "-").replace("\u202f", ""))


def shown(numbers: Exercise):
    """What each choice says, read back from its text."""
    return {name: number(numbers.write(value)) for name, value in numbers.results.items()}


# By hand, from nothing but the numbers in the question: what each choice should say


def by_hand_omega(v):
    a, b, c = v["qd1"], v["qd2"], v["qd3"]
    return {"sum": a + b + c, "own": c, "inner": a + b, "unsigned": abs(a) + abs(b) + abs(c)}


def by_hand_turning(v):
    a, b, r = v["qd1"], v["qd2"], v["r"]
    return {"all": (a + b) ** 2 * r, "own": b * b * r, "squares": (a * a + b * b) * r,
            "speed": abs(a + b) * r}  # fmt: skip


def by_hand_hold(v):
    l1, l2, l3, m1, m2, m3 = (v[k] for k in ("l1", "l2", "l3", "m1", "m2", "m3"))
    outer = m2 * l2 / 2 + m3 * (l2 + l3 / 2)
    base = m1 * l1 / 2 + m2 * (l1 + l2 / 2) + m3 * (l1 + l2 + l3 / 2)
    return {"outer": G * outer, "own": G * m2 * l2 / 2, "ends": G * (m2 * l2 + m3 * (l2 + l3)),
            "base": G * base}  # fmt: skip


def by_hand_push(v):
    x, y, fx, fy = v["x"], v["y"], v["fx"], v["fy"]
    return {"cross": x * fy - y * fx, "reaction": y * fx - x * fy, "plus": x * fy + y * fx,
            "product": np.sqrt((x * x + y * y) * (fx * fx + fy * fy))}  # fmt: skip


def by_hand_stop(v):
    inertia, velocity, gravity = v["inertia"], v["velocity"], v["gravity"]
    return {"rest": inertia + gravity, "all": inertia + velocity + gravity, "weight": gravity,
            "inertia": inertia}  # fmt: skip


def by_hand_faster(v):
    tau, k = v["tau"], v["factor"]
    return {"square": k * k * tau, "linear": k * tau, "signed": k * abs(k) * tau, "same": tau}


def by_hand_entry(v):
    moving, still = v["moving"], v["still"]
    return {"difference": moving - still, "raw": moving, "swapped": still - moving,
            "added": still + moving}  # fmt: skip


def by_hand_folded(v):
    m22, straight, cos = v["m22"], v["straight"], np.cos(np.radians(v["angle"]))
    return {"part": m22 + (straight - m22) * cos, "same": straight, "none": m22,
            "cosine": straight * cos}  # fmt: skip


def by_hand_release(v):
    part = -G / v["l"]
    return {"joint": 1.5 * part, "middle": 2 * part, "end": part, "centre": 6 * part}


def by_hand_heat(v):
    start, T, V = v["V0"], v["T"], v["V"]
    return {"missing": start - T - V, "left": T + V, "fallen": start - V, "added": start - V + T}


def by_hand_columns(v):
    n, one = v["n"], v["one"]
    return {"calls": n * one, "one": one, "extra": (n + 1) * one, "entries": n * n * one}


def by_hand_doubling(v):
    assert v["n2"] == 2 * v["n"]
    return {"lagrange": v["count2"] / v["count"], "rnea": 2, "mass_matrix": 4, "cubic": 8}


# Half of the choice's last digit, and what the rounding of the numbers in the question may add
TOLERANCE = {"omega": 1e-9, "turning": 0.006, "hold": 0.006, "push": 0.08, "stop": 0.07,
             "faster": 0.1, "entry": 0.007, "folded": 0.008, "release": 0.006, "heat": 0.07,
             "columns": 0, "doubling": 0.51}  # fmt: skip


def read(values):
    """Those values of a question that are one number."""
    return {k: number(v) for k, v in values.items() if re.fullmatch(r"−?[\d.\u202f]+", v)}


@pytest.mark.parametrize("name", FRESH)
def test_each_choice_is_what_a_hand_gets_from_the_question(name):
    for seed in SEEDS:
        numbers = exercise(name, seeded(seed))
        expected = globals()[f"by_hand_{name}"](read(numbers.values))
        found = shown(numbers)
        assert found == pytest.approx(expected, abs=TOLERANCE[name] + 1e-12), seed


def by_lagrange(arm, q, qd, tau, gravity=G):
    """Forward dynamics without RNEA, for one state."""
    b = lagrange.inverse_dynamics(arm, q, qd, np.zeros(arm.n), gravity=gravity)
    return np.linalg.solve(lagrange.mass_matrix(arm, q), tau - b)


class EnergyByMatrices:
    """T from the mass matrix, V from the heights of the middles of the chapter's rods."""

    @staticmethod
    def kinetic(arm, q, qd):
        return 0.5 * qd @ lagrange.mass_matrix(arm, q) @ qd

    @staticmethod
    def potential(arm, q, gravity):
        rise = arm.lengths * np.sin(np.cumsum(q))
        return gravity * arm.masses @ (np.cumsum(rise) - rise / 2)


@pytest.mark.parametrize("name", ["hold", "push", "stop", "faster", "entry", "folded", "release"])
def test_lagrange_gives_the_same_numbers(name, monkeypatch):
    found = [exercise(name, seeded(seed)) for seed in SEEDS]
    monkeypatch.setattr(quiz_numbers, "rnea", lagrange.inverse_dynamics)
    monkeypatch.setattr(quiz_numbers, "mass_matrix", lagrange.mass_matrix)
    monkeypatch.setattr(quiz_numbers, "forward_dynamics", by_lagrange)
    for seed, numbers in zip(SEEDS, found, strict=True):
        other = exercise(name, seeded(seed))
        assert other.results == pytest.approx(numbers.results, abs=1e-9)
        assert read(other.values) == pytest.approx(read(numbers.values), abs=0.0011)


@pytest.mark.parametrize("seed", range(5))
def test_the_heat_is_the_work_of_friction(seed, monkeypatch):
    """Summed as power over time along the fall, with another dynamics and another energy."""
    found = quiz_numbers._FRESH["heat"](seeded(seed))
    step, powers, work = quiz_numbers.rk4_step, [], []

    def watched(arm, q, qd, tau, gravity):
        powers.append(-qd @ tau)
        return by_lagrange(arm, q, qd, tau, gravity)

    def summed(q, qd, acceleration, dt):
        powers.clear()
        after = step(q, qd, acceleration, dt)
        work.append(dt * np.dot((1 / 6, 1 / 3, 1 / 3, 1 / 6), powers))
        return after

    monkeypatch.setattr(quiz_numbers, "forward_dynamics", watched)
    monkeypatch.setattr(quiz_numbers, "energy", EnergyByMatrices)
    monkeypatch.setattr(quiz_numbers, "rk4_step", summed)
    other = quiz_numbers._FRESH["heat"](seeded(seed))
    assert other.results == pytest.approx(found.results, abs=1e-9)
    assert sum(work) == pytest.approx(found.results["missing"], abs=1e-3)
    assert len(work) * 0.02 == pytest.approx(number(found.values["t"]))


@pytest.mark.parametrize("seed", range(5))
def test_counts_are_those_of_the_functions(seed):
    numbers = exercise("columns", seeded(seed))
    v = read(numbers.values)
    assert v["one"] == opcount.rnea(int(v["n"])).total
    assert numbers.results["calls"] == opcount.mass_matrix(int(v["n"])).total
    v = read(exercise("doubling", seeded(seed)).values)
    assert v["count"] == opcount.lagrange(int(v["n"])).total
    assert v["count2"] == opcount.lagrange(int(v["n2"])).total


# The five questions of the chapter, whose choices are formulas


def chosen(name, choice):
    return texts("en")[f"quiz.{name}.{choice}.text"]


def value(formula, **symbols):
    """The value of ``<i>m ω² l</i>/2`` and the like."""
    plain = re.sub(r"</?i>", "", formula).strip()
    plain = plain.replace("²", "**2").replace("ω", "w").replace(" ", "*")
    return eval(plain, {"__builtins__": {}}, symbols)


def rod(m, length):
    return PlanarArm([length], [m], [[length / 2, 0]], [m * length**2 / 12])


@pytest.mark.parametrize(("m", "length"), [(2.0, 1.0), (0.7, 1.9), (3.1, 0.4)])
def test_a_horizontal_rod_at_rest(m, length):
    tau = lagrange.gravity_torque(rod(m, length), [0.0])[0]
    for choice in ("half", "full", "third", "zero"):
        same = value(chosen("rod", choice), m=m, g=G, l=length) == pytest.approx(tau, rel=1e-12)
        assert same == (choice == QUESTIONS["rod"]["right"]), choice


@pytest.mark.parametrize(("m", "length", "w"), [(2.0, 1.0, 3.0), (0.7, 1.9, -1.4)])
@pytest.mark.parametrize("q", [0.0, 0.9, -2.0])
def test_a_rod_that_turns_evenly_without_gravity(m, length, w, q):
    arm = rod(m, length)
    motion = forward_pass(arm, [q], [w], [0.0])
    passed = backward_pass(arm, motion)
    along = np.array([np.cos(q), np.sin(q)])
    force = -passed.f[0] @ along  # towards the joint
    assert passed.f[0] + force * along == pytest.approx([0, 0], abs=1e-12)
    tau = lagrange.inverse_dynamics(arm, [q], [w], [0.0], gravity=0.0)[0]
    for choice in ("along", "end", "drive", "nothing"):
        text = chosen("spin", choice)
        torque, pull = text.split(", and ")
        torque = torque.removeprefix("torque ")
        pull = re.search(r"<i>.*", pull.replace(" along the rod", ""))
        symbols = {"m": m, "l": length, "w": w}
        right = value(torque, **symbols) == pytest.approx(tau, abs=1e-12) and value(
            pull[0] if pull else "0", **symbols
        ) == pytest.approx(force, rel=1e-12)
        assert right == (choice == QUESTIONS["spin"]["right"]), choice


def test_calls_for_a_six_by_six_matrix():
    arm, q, zero = chapter_arm(6), np.linspace(-1, 1, 6), np.zeros(6)
    calls = []

    def call(qdd, gravity):
        calls.append(1)
        return rnea(arm, q, zero, qdd, gravity=gravity)

    def by_columns(gravity):
        calls.clear()
        share = call(zero, gravity) if gravity else 0.0
        M = np.stack([call(e, gravity) - share for e in np.eye(6)], axis=-1)
        assert pytest.approx(lagrange.mass_matrix(arm, q), abs=1e-12) == M
        return len(calls)

    needed = [by_columns(0.0), by_columns(G)]
    for lang in LANGUAGES:
        for choice in ("columns", "twice", "triangle", "entries"):
            said = [int(k) for k in re.findall(r"\d+", texts(lang)[f"quiz.calls.{choice}.text"])]
            assert (said == needed) == (choice == QUESTIONS["calls"]["right"]), choice


def test_the_base_acceleration_that_stands_for_gravity():
    """Up, as the plane shows it; in 3-D with z up it is the last of the six numbers."""
    arm, zero = chapter_arm(3), np.zeros(3)
    q = np.array([0.4, -0.9, 1.3])
    holding = lagrange.gravity_torque(arm, q)
    for choice in ("up", "down", "turn", "none"):
        said = [number(part.strip("()+ ")) for part in chosen("lift", choice).split(",")]
        assert len(said) == 6
        angular, linear = said[:3], said[3:]
        motion = forward_pass(arm, q, zero, zero, base_acceleration=(linear[0], linear[2]))
        tau = backward_pass(arm, motion).tau
        right = not any(angular) and np.allclose(tau, holding, atol=1e-12)
        assert right == (choice == QUESTIONS["lift"]["right"]), choice


def test_what_rnea_returns_without_acceleration():
    arm, q, qd = chapter_arm(3), np.array([0.4, -0.9, 1.3]), np.array([1.0, -2.0, 0.5])
    speed = lagrange.coriolis_matrix(arm, q, qd) @ qd
    weight = lagrange.gravity_torque(arm, q)
    meant = {"C q̇ + g, called b": speed + weight, "C q̇ alone": speed, "g alone": weight,
             "q̈ of the falling arm": by_lagrange(arm, q, qd, np.zeros(3))}  # fmt: skip
    found = rnea(arm, q, qd, np.zeros(3))
    for choice in ("both", "speed", "weight", "fall"):
        right = np.allclose(meant[chosen("bias", choice)], found, atol=1e-12)
        assert right == (choice == QUESTIONS["bias"]["right"]), choice


# What every question keeps to


def test_the_five_questions_of_the_chapter_and_two_fresh_ones_for_each_figure():
    assert set(QUIZ) == set(FIGURES)
    assert set(FIXED) == {"spin", "rod", "lift", "calls", "bias"}
    for page, questions in QUIZ.items():
        assert sum(is_fresh(q["id"]) for q in questions) >= 2, page
    assert len(QUESTIONS) == sum(map(len, QUIZ.values()))
    for q in QUESTIONS.values():
        ids = [q["right"], *q["wrong"]]
        assert 3 <= len(ids) == len(set(ids)) <= 4


@pytest.mark.parametrize("name", FRESH)
def test_choices_are_clearly_apart_and_one_is_right(name):
    for seed in SEEDS:
        drawn = draw(name, seeded(seed))
        seen = sorted(number(choice.values["value"]) for choice in drawn.choices)
        assert len({choice.values["value"] for choice in drawn.choices}) == len(seen) == 4
        assert all(b - a > 0.04 * max(abs(a), abs(b)) for a, b in itertools.pairwise(seen))
        right = [c.id for c in drawn.choices if c.id == drawn.answer]
        assert right == [QUESTIONS[name]["right"]]


@pytest.mark.parametrize("name", FRESH)
def test_numbers_are_new_at_each_try(name):
    rng = seeded(1)
    tries = {repr(sorted(draw(name, rng).values.items())) for _ in range(20)}
    assert len(tries) >= 5
    assert draw(name, seeded(3)) == draw(name, seeded(3))


@pytest.mark.parametrize("name", QUESTIONS)
def test_the_right_one_may_stand_anywhere(name):
    rng = seeded(2)
    places = set()
    for _ in range(30):
        drawn = draw(name, rng)
        places.add([choice.id for choice in drawn.choices].index(drawn.answer))
    assert places == {0, 1, 2, 3}


def test_too_close_is_not_clear():
    assert Exercise({}, {"a": 1.0, "b": 2.0}).is_clear()
    assert not Exercise({}, {"a": 1.0, "b": 1.04}).is_clear()
    assert not Exercise({}, {"a": 0.0, "b": 0.04}).is_clear()
    assert not Exercise({}, {"a": 2.0, "b": 2.0}, digits=None).is_clear()


def test_an_unknown_question_is_an_error():
    with pytest.raises(KeyError):
        draw("no such question", seeded(0))


# Words


def fields(text):
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", QUESTIONS)
def test_every_choice_has_its_words_and_every_placeholder_its_number(lang, name):
    words = Words(lang=lang)
    for seed in range(5):
        drawn = draw(name, seeded(seed))
        said = [words(f"quiz.{name}.question", **drawn.values)]
        for choice in drawn.choices:
            key = "choice" if is_fresh(name) else f"{choice.id}.text"
            said.append(words(f"quiz.{name}.{key}", **choice.values))
            why = words(f"quiz.{name}.{choice.id}.why", **drawn.values, **choice.values)
            assert len(why) > 10
            said.append(why)
        assert not [text for text in said if not text.strip() or re.search(r"[{}]|nan", text)]
        assert len(set(said)) == len(said)


def test_no_words_are_left_over_and_every_number_is_told():
    known = texts("en")
    asked = {key for key in known if re.fullmatch(r"quiz\.\w+\.[\w.]+", key)}
    needed = set()
    for name, q in QUESTIONS.items():
        ids = [q["right"], *q["wrong"]]
        needed |= {f"quiz.{name}.question"} | {f"quiz.{name}.{i}.why" for i in ids}
        needed |= (
            {f"quiz.{name}.choice"} if is_fresh(name) else {f"quiz.{name}.{i}.text" for i in ids}
        )
    assert asked == needed
    for name in FRESH:
        told = set().union(*(fields(known[k]) for k in needed if k.startswith(f"quiz.{name}.")))
        assert set(draw(name, seeded(0)).values) <= told, name


# Manners


def opened(page="fig2", seed=1, **more):
    heard = []
    quiz = Quiz(page, Visitor(), lambda name, right: heard.append((name, right)), seed=seed, **more)
    return quiz, heard


def wrong_ones(quiz):
    return [choice.id for choice in quiz.asked.choices if choice.id != quiz.asked.answer]


def state(quiz):
    return {choice["id"]: choice["state"] for choice in quiz.view.choices}


@pytest.mark.parametrize("page", QUIZ)
def test_every_question_of_a_page_can_be_solved(page):
    quiz, heard = opened(page)
    for name in quiz.ids:
        quiz.go(name)
        quiz.check(quiz.asked.answer)
        assert quiz.view.verdict["kind"] == "right"
    assert quiz.done == set(quiz.ids)
    assert heard == [(name, True) for name in quiz.ids]
    assert all(tab["done"] for tab in quiz.view.tabs)


def test_a_wrong_choice_is_explained_costs_nothing_and_gives_nothing_away():
    quiz, heard = opened()
    answer = quiz.asked.answer
    for name in wrong_ones(quiz):
        quiz.check(name)
        assert quiz.view.verdict["kind"] == "wrong"
        assert texts("en")[f"quiz.rod.{name}.why"] in quiz.view.verdict["html"]
        assert state(quiz)[name] == "wrong" and state(quiz)[answer] == ""
        assert not [c for c in quiz.view.choices if c["mark"] == "✓"]
    assert quiz.done == frozenset() and not any(right for _, right in heard)
    quiz.check(answer)
    assert quiz.done == {"rod"} and heard[-1] == ("rod", True)
    assert state(quiz)[answer] == "right"
    quiz.check(wrong_ones(quiz)[0])  # to read why it is wrong
    assert quiz.done == {"rod"} and state(quiz)[answer] == "right"


def test_checking_without_a_choice_is_answered_kindly():
    quiz, heard = opened()
    for name in ("", "no such choice"):
        quiz.check(name)
        assert quiz.view.verdict == {"kind": "none", "html": texts("en")["quiz.choose"]}
    assert heard == [] and set(state(quiz).values()) == {""}
    quiz.check(quiz.asked.answer)
    assert quiz.view.verdict["kind"] == "right"


def test_new_numbers_are_a_new_try_and_take_nothing_back():
    quiz, _ = opened("fig1")
    quiz.check(quiz.asked.answer)
    before, draws = quiz.asked, quiz.view.draw
    quiz.fresh()
    assert quiz.asked.values != before.values and quiz.view.draw != draws
    assert quiz.done == {"omega"} and set(state(quiz).values()) == {""}
    assert not any(choice["chosen"] for choice in quiz.view.choices)
    assert quiz.view.fresh
    quiz.go("spin")
    before = quiz.asked
    quiz.fresh()
    assert quiz.asked is before and not quiz.view.fresh


@pytest.mark.parametrize("page", QUIZ)
def test_another_language_keeps_numbers_and_what_was_tried(page):
    quiz, _ = opened(page)
    for name in quiz.ids:
        quiz.go(name)
        quiz.check(wrong_ones(quiz)[0])
        before, draws, tried = quiz.asked, quiz.view.draw, state(quiz)
        said = quiz.view.question, quiz.view.verdict["html"], quiz.view.words["check"]
        quiz.visitor.words.lang = "zh"
        assert quiz.asked is before and quiz.view.draw == draws and state(quiz) == tried
        now = quiz.view.question, quiz.view.verdict["html"], quiz.view.words["check"]
        assert all(a != b for a, b in zip(said, now, strict=True))
        quiz.visitor.words.lang = "en"
        assert said == (quiz.view.question, quiz.view.verdict["html"], quiz.view.words["check"])


def test_a_question_stands_as_it_was_left():
    quiz, _ = opened("fig3")
    quiz.check(wrong_ones(quiz)[0])
    before, tried, draws = quiz.asked, state(quiz), quiz.view.draw
    quiz.go("faster")
    assert quiz.view.verdict["kind"] == "" and quiz.view.draw != draws
    quiz.go("stop")
    assert quiz.asked is before and state(quiz) == tried
    assert [c["id"] for c in quiz.view.choices if c["chosen"]] == [wrong_ones(quiz)[0]]
    assert [tab["id"] for tab in quiz.view.tabs if tab["now"]] == ["stop"]


def test_what_was_solved_before_can_be_shown():
    quiz, heard = opened("fig3")
    quiz.show_done({"faster", "no such question", "rod"})
    assert quiz.done == {"faster"} and heard == []
    assert [tab["done"] for tab in quiz.view.tabs] == [False, True]
    assert "1 of 2" in quiz.view.words["title"]
    assert "solved" in quiz.view.tabs[1]["name"]  # said, not only coloured
    quiz.reset()
    assert quiz.done == frozenset()


def test_messages_of_the_browser():
    quiz, heard = opened("fig1")
    for message in ({"kind": "go", "value": "spin"}, {"kind": "check", "value": "along"},
                    {"kind": "go", "value": "rod"}, {"kind": "fresh"}, {"kind": "x"}, {}):  # fmt: skip
        quiz.view._handle_msg(message)
    assert heard == [("spin", True)]
    assert quiz.view.question == texts("en")["quiz.spin.question"]


def test_two_visitors_get_other_numbers():
    one, other = Quiz("fig1", Visitor()), Quiz("fig1", Visitor())
    assert one.asked.values != other.asked.values


def test_energy_by_matrices_is_an_energy():
    """The helper above, where the app's own energy can vouch for it."""
    arm, q, qd = chapter_arm(3), np.array([0.4, -0.9, 1.3]), np.array([1.0, -2.0, 0.5])
    assert EnergyByMatrices.potential(arm, q, G) == pytest.approx(energy.potential(arm, q))
    assert EnergyByMatrices.kinetic(arm, q, qd) == pytest.approx(energy.kinetic(arm, q, qd))
