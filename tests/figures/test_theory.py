"""The theory says the same in both languages, and every number in it can be found again."""

import json
import re
from string import Formatter
from types import SimpleNamespace
from xml.etree import ElementTree

import numpy as np
import pytest

from dynamics import chapter_arm, energy, lagrange, opcount, spatial
from dynamics.arm import com_positions, joint_positions
from figures import live as live_module
from figures import model, theory
from figures.formulas import IDS
from figures.model import Model
from figures.simulation import ABOUT_ZERO, RUNAWAY, Run
from figures.state import LIMITS, ArmState
from figures.style import ASSETS
from figures.text import LANGUAGES, Words, texts
from figures.theory import SECTIONS, Theory, facts, live, sections, spatial_agreement
from figures.visitor import Visitor

ALL = [(page, name) for page, names in SECTIONS.items() for name in names]
LIVE = ("fig1", "fig2", "fig3")
HALF = 0.005  # of the last of two decimals


def placeholders(text):
    return [name for _, name, _, _ in Formatter().parse(text) if name]


def random_state(seed):
    state = ArmState()
    state.randomize(seed)
    state.act(f_tip=np.random.default_rng(seed).uniform(-9, 9, 2), gravity_on=seed % 3 > 0)
    return state


def plain_text(html):
    return re.sub(r"<[^>]*>", "", html).replace("\u2212", "-")


def numbers(text):
    """Numbers or vectors of a sum, each with its sign: "1.00 - 0.50", "(1.00, 2.00) + (0.00, 1.00)"."""
    if "(" in text:
        return [np.array(pair, float) for pair in re.findall(r"\((-?[\d.]+), (-?[\d.]+)\)", text)]
    return [float(sign + digits) for sign, digits in re.findall(r"(-?) ?([\d.]+)", text)]


def parts_and_total(line):
    *_, parts, total = plain_text(line).split(" = ")
    return numbers(parts), numbers(total.rsplit(" ", 1)[0])[0]


# Words


@pytest.mark.parametrize(("page", "name"), ALL)
def test_a_section_says_the_same_in_both_languages(page, name):
    en, zh = (Words(lang=lang)(f"theory.{name}.text") for lang in ("en", "zh"))
    one, other = placeholders(en), placeholders(zh)
    assert [n for n in one if n in IDS] == [n for n in other if n in IDS]
    assert sorted(one) == sorted(other)  # numbers stand where the grammar wants them
    assert re.findall(r"<[^>]*>", en) == re.findall(r"<[^>]*>", zh)


@pytest.mark.parametrize(("page", "name"), [x for x in ALL if x[1] != "references"])
def test_a_section_is_short(page, name):
    en = re.sub(r"<[^>]*>|\{\w+\}", " ", Words()(f"theory.{name}.text"))
    assert 60 <= len(en.split()) <= 185


def test_no_words_without_a_place():
    parts = {name for _, name in ALL}
    for lang in LANGUAGES:
        told = {k.split(".")[1] for k in texts(lang) if re.fullmatch(r"theory\.\w+\.text", k)}
        assert told == parts
        told = {k.split(".")[1] for k in texts(lang) if re.fullmatch(r"model\.\w+\.text", k)}
        assert told == set(model.SECTIONS)


def test_every_formula_is_used_and_every_one_used_exists():
    words = Words()
    used = {n for _, name in ALL for n in placeholders(words(f"theory.{name}.text"))}
    used |= {n for name in model.SECTIONS for n in placeholders(words(f"model.{name}.text"))}
    computed = {name for page in SECTIONS for name in facts(page)} | set(model.numbers())
    assert used == {*IDS, *computed, "references", "libraries"}


def test_the_five_misconceptions_stand_where_they_belong():
    for lang, slip in (("en", "A common slip:"), ("zh", "常见的错：")):
        words = Words(lang=lang)
        found = [name for _, name in ALL if slip in words(f"theory.{name}.text")]
        assert found == ["forward", "spatial", "torque", "gravity", "parallel"]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("page", SECTIONS)
def test_a_page_of_theory_is_sound_markup(page, lang):
    html = sections(page, Words(lang=lang))
    assert "{" not in html and "}" not in html
    root = ElementTree.fromstring(f"<div>{html}</div>")
    folded = root.findall("details")
    assert [item.get("data-section") for item in folded] == list(SECTIONS[page])
    assert all(item[0].tag == "summary" and item[0].text for item in folded)


def test_sources_are_complete_and_in_order():
    sources = json.loads((ASSETS / "references.json").read_text(encoding="utf-8"))
    assert all(set(s) == {"authors", "year", "title", "source"} for s in sources)
    assert [s["year"] for s in sources] == sorted(s["year"] for s in sources)
    assert all(s["title"] in theory.references() for s in sources)


# Numbers in the texts


def test_torques_of_the_level_arm():
    lengths, masses = (1.0, 0.8, 0.5), (2.0, 1.6, 1.0)
    starts = np.cumsum((0.0, *lengths))
    for i in range(3):
        levers = [starts[k] + lengths[k] / 2 - starts[i] for k in range(i, 3)]
        held = 9.81 * sum(m * x for m, x in zip(masses[i:], levers, strict=True))
        assert facts("fig2")[f"flat_{i + 1}"] == f"{held:.4f}"
    assert facts("fig2")["flat_1"] == "51.8949"


def test_inertias_of_link_3():
    whole = 1.0 * 0.5**2
    found = [float(facts("fig2")[name]) for name in ("i_com", "i_joint", "i_wrong")]
    assert found == pytest.approx([whole / 12, whole / 3, whole / 3 + whole / 4], abs=5e-5)


def test_span_is_that_from_hanging_to_upright():
    arm = chapter_arm(3)
    up, down = (float(energy.potential(arm, (q, 0.0, 0.0))) for q in (np.pi / 2, -np.pi / 2))
    assert facts("fig5")["span"] == model.numbers()["span"] == f"{up - down:.1f}"


def test_counts_in_the_text_are_counts():
    found = {k: v.replace("\u202f", "") for k, v in facts("fig6").items()}
    for n in (1, 3, 17, 40):
        assert opcount.rnea(n).total == int(found["per_link"]) * n
    # exactly a polynomial of degree 4, so that a fit finds its first coefficient
    lead = np.polyfit(sizes := range(6, 16), [opcount.lagrange(n).total for n in sizes], 4)[0]
    assert lead == pytest.approx(int(found["lead"]), rel=1e-6)
    assert (found["rnea_1"], found["lagrange_1"]) == (
        str(opcount.rnea(1).total), str(opcount.lagrange(1).total))  # fmt: skip
    many = opcount.lagrange(30).total
    assert found["lagrange_30"] == str(many)
    assert float(found["share"]) == pytest.approx(100 * lead * 30**4 / many, abs=0.5)


def test_what_is_said_of_the_orders():
    assert opcount.lagrange(2).total > 1.5 * opcount.rnea(2).total
    walks, whole = opcount.mass_matrix(40).total, opcount.forward_dynamics(40).total
    assert walks > whole - walks  # the n calls outweigh the rest
    slope = np.log2(whole / opcount.forward_dynamics(20).total)
    assert 2.0 < slope < 2.25


def fallen(preset, dt, integrator="rk4", time=3.0):
    poses = json.loads((ASSETS / "presets.json").read_text(encoding="utf-8"))["fig5"]
    q = next(p["q"] for p in poses if p["id"] == preset)
    run = Run(chapter_arm(3), np.radians(q), dt=dt, integrator=integrator)
    run.advance(round(time / dt))
    return run


def test_a_longer_step_drifts_less_where_the_text_says_so():
    assert fallen("near_horizontal", 0.020).drift_abs < fallen("near_horizontal", 0.015).drift_abs


def test_what_is_said_of_the_integrators():
    calm = [fallen("hanging_disp", 0.005, name).drift_abs for name in ("symplectic", "explicit")]
    assert calm[0] < calm[1] / 5
    wild = [fallen("upright_disp", 0.005, name).drift_abs for name in ("symplectic", "explicit")]
    assert wild[0] > wild[1] / 5
    ends = [fallen("hanging_disp", dt, time=1.0).q for dt in (0.02, 0.01, 0.0005)]
    error = [np.abs(q - ends[2]).max() for q in ends[:2]]
    assert error[0] / error[1] == pytest.approx(16, rel=0.25)


def test_a_wrong_inertia_is_not_seen_at_rest():
    arm = chapter_arm(3)
    wrong = type(arm)(arm.lengths, arm.masses, arm.coms, 4 * arm.inertias)
    q, still = (0.3, 0.4, -1.0), np.zeros(3)
    torques = [lagrange.inverse_dynamics(a, q, still, still) for a in (arm, wrong)]
    assert np.array_equal(*torques)


# Numbers of the present state


@pytest.mark.parametrize("page", ["fig1", "fig2"])
@pytest.mark.parametrize("seed", range(8))
def test_each_line_adds_up(page, seed):
    lines = live(page, random_state(seed))
    assert len(lines) == {"fig1": 15, "fig2": 9}[page]
    for name, line in lines.items():
        if name != "a_1":
            parts, total = parts_and_total(line)
            assert len(parts) >= 2
            assert np.allclose(sum(parts), total, atol=HALF * (len(parts) + 1)), line


def derivatives(points, state):
    """First and second derivative of points(q) along the motion of ``state``, by differences."""
    h = 1e-4

    def at(t):
        return points(state.arm, state.q + t * state.qd + 0.5 * t * t * state.qdd)

    before, now, after = at(-h), at(0.0), at(h)
    return (after - before) / (2 * h), (after - 2 * now + before) / h**2


@pytest.mark.parametrize("seed", range(8))
def test_lines_of_fig1_are_derivatives_of_the_positions(seed):
    state = random_state(seed)
    lines = live("fig1", state)
    v_c, a_c = derivatives(com_positions, state)
    _, a_joint = derivatives(joint_positions, state)
    for i in range(3):
        k = i + 1
        wanted = {f"omega_{k}": state.qd[:k].sum(), f"alpha_{k}": state.qdd[:k].sum(),
                  f"v_c{k}": v_c[i], f"a_c{k}": a_c[i], f"a_{k}": a_joint[i]}  # fmt: skip
        for name, value in wanted.items():
            if name == "a_1":
                assert plain_text(lines[name]) == "a1 = 0"
                continue
            _, total = parts_and_total(lines[name])
            assert np.allclose(total, value, atol=HALF + 1e-4), lines[name]


@pytest.mark.parametrize("seed", range(8))
def test_lines_of_fig2_are_lagrange_and_newton(seed):
    state = random_state(seed)
    arm, g = state.arm, np.array([0.0, -state.gravity])
    lines = live("fig2", state)
    _, a_c = derivatives(com_positions, state)
    tau = lagrange.inverse_dynamics(arm, state.q, state.qd, state.qdd, state.f_tip, state.gravity)
    for i in range(3):
        k = i + 1
        force = state.f_tip + arm.masses[i:] @ (a_c[i:] - g)
        wanted = {f"tau_{k}": tau[i], f"f_{k}": force, f"a_c{k}": a_c[i] - g}
        for name, value in wanted.items():
            _, total = parts_and_total(lines[name])
            assert np.allclose(total, value, atol=HALF + 1e-4), lines[name]
    assert [name[-1] for name in lines] == list("333222111")  # from the hand inward


@pytest.mark.parametrize("seed", range(8))
def test_the_recursion_in_space_agrees(seed):
    s = random_state(seed)
    gap = spatial_agreement(s.arm, s.q, s.qd, s.qdd, s.f_tip, s.gravity)
    tau = lagrange.inverse_dynamics(s.arm, s.q, s.qd, s.qdd, s.f_tip, s.gravity)
    assert 0.0 <= gap < 1e-12 * max(1.0, np.abs(tau).max())
    lines = live("fig3", s)
    for side in ("planar", "spatial"):
        shown = [float(x) for x in plain_text(lines[side]).strip("()").split(",")]
        assert np.allclose(shown, tau, atol=6e-5)


def test_a_difference_would_be_seen(monkeypatch):
    s, rnea = random_state(1), spatial.rnea
    off = np.array([0.0, 0.0, 1e-3])
    monkeypatch.setattr(live_module.spatial, "rnea", lambda *a, **k: rnea(*a, **k) + off)
    gap = spatial_agreement(s.arm, s.q, s.qd, s.qdd, s.f_tip, s.gravity)
    assert gap == pytest.approx(1e-3)
    assert live("fig3", s)["spatial_gap"].startswith("1.0×10")


# The view


def test_numbers_are_computed_only_while_they_are_wanted():
    calls = []
    made = Theory("fig1", Visitor(), lambda: calls.append(1) or {"omega_1": "ω = 1"})
    made.show()
    assert calls == [] and not made.numbers.visible
    made.switch.value = True
    assert made.numbers.visible and "ω = 1" in made.numbers.object
    made.show()
    assert len(calls) == 2
    made.switch.value = False
    made.show()
    assert len(calls) == 2 and not made.numbers.visible


def test_new_numbers_leave_the_folded_text_alone():
    visitor = Visitor()
    made = Theory("fig2", visitor)
    made.switch.value = True
    text, before = made.view[0].object, made.numbers.object
    visitor.state.randomize(4)
    made.show()
    assert made.numbers.object != before
    assert made.view[0].object == text


@pytest.mark.parametrize("page", SECTIONS)
def test_theory_follows_the_language(page):
    visitor = Visitor()
    made = Theory(page, visitor)
    assert hasattr(made, "switch") == (page in LIVE)
    if page in LIVE:
        made.switch.value = True
    visitor.words.lang = "zh"
    shown = [made.view[0].object] + ([made.numbers.object] if page in LIVE else [])
    assert all(re.search(r"[\u3400-\u9fff]", html) for html in shown)


def test_an_arm_of_two_links_has_lines_of_its_own():
    arm = chapter_arm(2)
    state = SimpleNamespace(arm=arm, q=np.ones(2), qd=np.ones(2), qdd=np.ones(2),
                            f_tip=np.zeros(2), gravity=9.81)  # fmt: skip
    assert len(live("fig2", state)) == 6
    assert len(live("fig3", state)["planar"].split(",")) == 2


# The page about the model


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_about_the_model(lang):
    made = Model(Visitor())
    assert made._content.object == "" and made.measures() == {}
    made.active = True
    made.visitor.words.lang = lang
    html = made._content.object
    assert "{" not in html
    ElementTree.fromstring(f"<div>{html}</div>")
    assert html.count("<section") == len(model.SECTIONS)
    for value in ("1.0 / 0.8 / 0.5", "2.0 / 1.6 / 1.0", "9.81"):
        assert value in html


def test_numbers_of_the_model_are_those_of_the_app():
    found = model.numbers()
    assert found["inertias"] == f"{2 / 12:.4f} / {1.6 * 0.64 / 12:.4f} / {0.25 / 12:.4f}"
    assert {name: float(found[name]) for name in ("qd", "qdd", "f_tip")} == {
        name: LIMITS[name] for name in ("qd", "qdd", "f_tip")
    }
    assert float(found["about_zero"]) == 100 * ABOUT_ZERO
    assert float(found["runaway"]) == RUNAWAY
