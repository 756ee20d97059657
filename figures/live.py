"""The lines of the recursion with the numbers of a state put in, for all links at once."""

from __future__ import annotations

import numpy as np

from dynamics import ForwardPass, backward_pass, forward_pass, rnea, spatial
from dynamics.arm import com_velocities
from figures.numbers import fixed, scientific, signed, vector
from figures.parts.freebody import FORCE, MOMENT, REACTION
from figures.style import ACCELERATION, CENTRIPETAL, EULER, INHERITED, JOINTS, OMEGA, VELOCITY
from figures.terms import marked

RULE, NUMBERS = 1, 2  # parts of a line, between its name and its sum


def live(page: str, state) -> dict[str, str]:
    """The lines of the recursion with the numbers of ``state`` put in, as HTML, in reading order.

    ``state`` has arm, q, qd, qdd (n,) in rad and s, f_tip (2,) in N, gravity in m/s². Keys end in
    the number of the link. FIG 3: torques and largest difference. Empty where nothing is live.
    """
    return LIVE[page](state) if page in LIVE else {}


def without(line: str, part: int) -> str:
    """``line`` without its RULE or its NUMBERS, for a narrow place; as it is without the two."""
    parts = line.split(" = ")
    return " = ".join(parts[:part] + parts[part + 1 :]) if len(parts) > NUMBERS + 1 else line


def spatial_agreement(arm, q, qd, qdd, f_tip, gravity: float) -> float:
    """Largest difference in N·m between the torques of the spatial and the planar recursion."""
    planar, in_space = _both_recursions(arm, q, qd, qdd, f_tip, gravity)
    return float(np.abs(planar - in_space).max())


def _both_recursions(arm, q, qd, qdd, f_tip, gravity):
    body = spatial.from_planar(arm)
    wrench = spatial.wrench_of_force(body, q, (*f_tip, 0.0))
    return (
        rnea(arm, q, qd, qdd, f_tip=f_tip, gravity=gravity),
        spatial.rnea(body, q, qd, qdd, tip_wrench=wrench, gravity=(0.0, -gravity, 0.0)),
    )


def _witness_lines(state) -> dict[str, str]:
    whole_state = (state.arm, state.q, state.qd, state.qdd, state.f_tip, state.gravity)
    planar, in_space = (
        f"({', '.join(fixed(value, 4) for value in tau)})" for tau in _both_recursions(*whole_state)
    )
    gap = scientific(spatial_agreement(*whole_state))
    return {"planar": planar, "spatial": in_space, "spatial_gap": gap}


def _forward_lines(state) -> dict[str, str]:
    f = forward_pass(state.arm, state.q, state.qd, state.qdd)
    v_c = com_velocities(state.arm, state.q, state.qd)
    return {
        name: line
        for i in range(state.arm.n)
        for name, line in forward_lines(i, f, v_c, state.qd, state.qdd).items()
    }


def forward_lines(i: int, f: ForwardPass, v_c, qd, qdd) -> dict[str, str]:
    """The lines of link ``i`` (from 0): omega_k, alpha_k, a_k, v_ck and a_ck with k = i + 1.

    ``f`` is the forward pass of a base at rest, ``v_c`` (n, 2) are the velocities of the centres of
    mass in m/s, ``qd`` and ``qdd`` (n,) in rad and s.
    """
    k, lines = i + 1, {}
    omega, alpha = (f.omega[i - 1], f.alpha[i - 1]) if i else (0.0, 0.0)
    lines[f"omega_{k}"] = _line(_sub("ω", k), f"{_sub('ω', i)} + {_sub('θ̇', k)}",
                                [omega, qd[i]], f.omega[i], "rad/s", total_term=OMEGA)  # fmt: skip
    lines[f"alpha_{k}"] = _line(_sub("α", k), f"{_sub('α', i)} + {_sub('θ̈', k)}",
                                [alpha, qdd[i]], f.alpha[i], "rad/s²")  # fmt: skip
    lines[f"a_{k}"] = _joint_line(f, i) if i else f"{_sub('<b>a</b>', k)} = <b>0</b>"
    around = f.omega[i] * _turned(f.r_c[i])
    lines[f"v_c{k}"] = _line(
        _sub("<b>v</b>", f"c{k}"), f"{_sub('<b>v</b>', k)} + {_sub('ω', k)}<b>ẑ</b>×{_r_c(k)}",
        [v_c[i] - around, around], v_c[i], "m/s", total_term=VELOCITY,
    )  # fmt: skip
    rule = f"{_sub('<b>a</b>', k)} + {_turn_terms(k, _r_c(k))}"
    lines[f"a_c{k}"] = _line(
        _sub("<b>a</b>", f"c{k}"), rule, [f.a_joint[i], f.euler[i], f.centripetal[i]], f.a_c[i],
        "m/s²", [INHERITED, EULER, CENTRIPETAL], ACCELERATION,
    )  # fmt: skip
    return lines


def _joint_line(f, i: int) -> str:
    """What link i+1 inherits from the link before it."""
    r, omega = f.r[i - 1], f.omega[i - 1]
    return _line(
        _sub("<b>a</b>", i + 1), f"{_sub('<b>a</b>', i)} + {_turn_terms(i, _sub('<b>r</b>', i))}",
        [f.a_joint[i - 1], f.alpha[i - 1] * _turned(r), -omega * omega * r], f.a_joint[i], "m/s²",
        total_term=INHERITED,
    )  # fmt: skip


def _backward_lines(state) -> dict[str, str]:
    arm = state.arm
    base = (0.0, state.gravity)
    f = forward_pass(arm, state.q, state.qd, state.qdd, base_acceleration=base)
    true = forward_pass(arm, state.q, state.qd, state.qdd).a_c
    inward = backward_pass(arm, f, state.f_tip)
    forces, mu = np.vstack([inward.f, state.f_tip]), [*inward.mu, 0.0]
    lines = {}
    for i in reversed(range(arm.n)):
        k, own, r_c = i + 1, forces[i], f.r_c[i]
        own_f, next_f = _sub("<b>f</b>", k), _sub("<b>f</b>", k + 1)
        a_c = _sub("<b>a</b>", f"c{k}")
        lines[f"a_c{k}"] = _line(f"{a_c} − <b>g</b>", f"{a_c} + (0, g)", [true[i], base], f.a_c[i],
                                 "m/s²")  # fmt: skip
        lines[f"f_{k}"] = _line(
            own_f, f"{next_f} + {_sub('m', k)}({a_c} − <b>g</b>)",
            [forces[k], arm.masses[i] * f.a_c[i]], own, "N", [REACTION, ""], FORCE, JOINTS[i],
        )  # fmt: skip
        rule = (
            f"{_sub('μ', k)} = {_sub('μ', k + 1)} + {_sub('I', k)}{_sub('α', k)} + {_r_c(k)}×{own_f}"
            f" + ({_sub('<b>r</b>', k)} − {_r_c(k)})×{next_f}"
        )
        levers = [_cross(r_c, own), _cross(f.r[i] - r_c, forces[k])]
        lines[f"tau_{k}"] = _line(
            _sub("τ", k), rule, [mu[k], arm.inertias[i] * f.alpha[i], *levers], mu[i], "N·m",
            total_term=MOMENT, total_css=JOINTS[i],
        )  # fmt: skip
    return lines


LIVE = {"fig1": _forward_lines, "fig2": _backward_lines, "fig3": _witness_lines}


def _line(name, rule, parts, total, unit, terms=("",) * 4, total_term="", total_css=None) -> str:
    """``name`` = ``rule`` = the sum of ``parts`` = ``total`` with its unit; numbers or vectors.

    ``terms`` are the meanings of the parts in the picture; colours are theirs where not given.
    """
    if np.ndim(total):
        texts, result = [f"{'+ ' * (k > 0)}{vector(p)}" for k, p in enumerate(parts)], vector(total)
    else:
        texts, result = [fixed(parts[0]), *map(signed, parts[1:])], fixed(total)
    spans = " ".join(marked(text, term) for term, text in zip(terms, texts, strict=False))
    return f"{name} = {rule} = {spans} = {marked(result, total_term, total_css, 'b')} {unit}"


def _sub(symbol: str, index) -> str:
    return f"{symbol}<sub>{index}</sub>"


def _r_c(k: int) -> str:
    return _sub("<b>r</b>", f"c{k}")


def _turn_terms(k: int, lever: str) -> str:
    return f"{_sub('α', k)}<b>ẑ</b>×{lever} − {_sub('ω', k)}²{lever}"


def _turned(r):
    """z × r."""
    return np.array([-r[1], r[0]])


def _cross(a, b) -> float:
    return float(a[0] * b[1] - a[1] * b[0])
