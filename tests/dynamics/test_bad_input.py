"""Wrong input is refused with a ValueError that names the argument, the value and the need."""

import re
import warnings

import numpy as np
import pytest

import dynamics
from dynamics import arm as kinematics
from dynamics import energy, integrate, lagrange, opcount

ARM = dynamics.chapter_arm(3)
GOOD = {
    "q": np.zeros(3),
    "qd": np.zeros(3),
    "qdd": np.zeros(3),
    "tau": np.zeros(3),
    "f_tip": np.zeros(2),
    "gravity": 9.81,
    "base_acceleration": np.zeros(2),
    "point": np.ones(2),
}
CALLS = {
    "rnea": (dynamics.rnea, "q qd qdd f_tip gravity"),
    "forward_pass": (dynamics.forward_pass, "q qd qdd base_acceleration"),
    "mass_matrix": (dynamics.mass_matrix, "q"),
    "bias": (dynamics.bias, "q qd gravity"),
    "forward_dynamics": (dynamics.forward_dynamics, "q qd tau f_tip gravity"),
    "lagrange.mass_matrix": (lagrange.mass_matrix, "q"),
    "lagrange.mass_matrix_gradient": (lagrange.mass_matrix_gradient, "q"),
    "lagrange.coriolis_matrix": (lagrange.coriolis_matrix, "q qd"),
    "lagrange.gravity_torque": (lagrange.gravity_torque, "q gravity"),
    "lagrange.inverse_dynamics": (lagrange.inverse_dynamics, "q qd qdd f_tip gravity"),
    "kinetic": (energy.kinetic, "q qd"),
    "potential": (energy.potential, "q gravity"),
    "joint_positions": (kinematics.joint_positions, "q"),
    "com_positions": (kinematics.com_positions, "q"),
    "com_velocities": (kinematics.com_velocities, "q qd"),
    "tip_jacobian": (kinematics.tip_jacobian, "q"),
    "tip_velocity": (kinematics.tip_velocity, "q qd"),
}
BAD = {
    "too long": np.zeros(4),
    "scalar": 1.0,
    "nan": np.array([0.0, np.nan, 0.0]),
    "inf": np.array([0.0, np.inf, 0.0]),
    "big batch with nan": np.where(np.arange(300).reshape(100, 3) == 7, np.nan, 0.0),
    "text": "abc",
    "texts": ["1", "2", "3"],
    "none": None,
    "complex": np.zeros(3, dtype=complex),
    "bool": np.zeros(3, dtype=bool),
    "ragged": [[1.0, 2.0, 3.0], [1.0]],
}
CASES = [
    (name, arg, bad)
    for name, (_, args) in CALLS.items()
    for arg in args.split()
    for bad in BAD
    if not (arg == "gravity" and bad in ("too long", "scalar"))  # any batch shape will do
]


@pytest.mark.parametrize(("name", "arg", "bad"), CASES)
def test_bad_argument_is_named(name, arg, bad):
    function, args = CALLS[name]
    value = BAD[bad]
    if arg in ("f_tip", "base_acceleration") and bad.endswith(("nan", "inf")):
        value = value[..., :2]
    kwargs = {a: value if a == arg else GOOD[a] for a in args.split()}
    with pytest.raises(ValueError, match=rf"^{arg} .*needed: ") as error:
        function(ARM, *kwargs.values())
    assert "\n" not in str(error.value) and len(str(error.value)) < 200


@pytest.mark.parametrize("name", [n for n, (_, args) in CALLS.items() if " " in args])
def test_batches_that_do_not_fit_are_named(name):
    function, args = CALLS[name]
    kwargs = {a: GOOD[a] for a in args.split()}
    second = args.split()[-1]
    kwargs["q"] = np.zeros((4, 3))
    kwargs[second] = np.broadcast_to(kwargs[second], (5, *np.shape(kwargs[second])))
    with pytest.raises(ValueError, match=rf"q \(4,\).*{second} \(5,\).*needed: shapes that broad"):
        function(ARM, *kwargs.values())


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("lengths", [1.0, 0.0], "greater than 0"),
        ("lengths", [1.0, -1.0], "greater than 0"),
        ("lengths", [], "n >= 1"),
        ("lengths", 1.0, "n >= 1"),
        ("lengths", [[1.0, 1.0]], "n >= 1"),
        ("masses", [1.0, 0.0], "greater than 0"),
        ("masses", [1.0], re.escape("(2,)")),
        ("masses", [1.0, np.nan], "finite"),
        ("masses", ["a", "b"], "real numbers"),
        ("coms", [0.5, 0.5], re.escape("(2, 2)")),
        ("coms", [[0.5, 0.0], [np.inf, 0.0]], "finite"),
        ("inertias", [-1e-9, 1.0], "none below 0"),
        ("inertias", None, "real numbers"),
    ],
)
def test_bad_arm(field, value, message):
    good = {
        "lengths": [1.0, 1.0],
        "masses": [1.0, 1.0],
        "coms": [[0.5, 0.0], [0.5, 0.0]],
        "inertias": [0.0, 0.1],
    }
    with pytest.raises(ValueError, match=rf"^{field} .*needed: .*{message}"):
        dynamics.PlanarArm(**(good | {field: value}))


@pytest.mark.parametrize("n", [0, -1, 1.5, 3.0, "3", None, True])
def test_bad_number_of_links(n):
    for function in (dynamics.chapter_arm, opcount.rnea, opcount.lagrange):
        with pytest.raises(ValueError, match="^n is .*needed: a whole number"):
            function(n)


@pytest.mark.parametrize("dt", [0.0, -0.1, np.nan, np.inf, "a", None, [0.1, 0.2]])
def test_bad_step(dt):
    for step in ("rk4_step", "symplectic_euler_step", "explicit_euler_step"):
        with pytest.raises(ValueError, match="^dt .*needed: "):
            getattr(integrate, step)(np.zeros(3), np.zeros(3), lambda q, qd: -q, dt)


def test_state_of_two_shapes_is_not_integrated():
    with pytest.raises(ValueError, match="^qd has shape .*needed: "):
        integrate.rk4_step(np.zeros(3), np.zeros(2), lambda q, qd: -q, 0.1)


@pytest.mark.parametrize("joint", [-1, 3, 1.0, "0", None, True])
def test_bad_joint(joint):
    with pytest.raises(ValueError, match="^joint is .*needed: a whole number from 0 to 2"):
        kinematics.drag_joint(ARM, np.zeros(3), joint, (1.0, 1.0))


@pytest.mark.parametrize("point", [(1.0, np.nan), (1.0,), "ab", 1.0, None])
def test_bad_point(point):
    with pytest.raises(ValueError, match="^point .*needed: "):
        kinematics.drag_joint(ARM, np.zeros(3), 0, point)


def test_record_of_another_arm():
    record = dynamics.forward_pass(dynamics.chapter_arm(2), [0, 0], [0, 0], [0, 0])
    with pytest.raises(ValueError, match="^forward has 2 links; needed: 3"):
        dynamics.backward_pass(ARM, record)
    with pytest.raises(ValueError, match="needed: 2"):
        lagrange.two_link_closed_form(ARM, np.zeros(3), np.zeros(3))


def test_singular_mass_matrix():
    """A point mass on its own joint axis: no torque can tell how fast it turns."""
    arm = dynamics.PlanarArm([1.0], [1.0], [[0.0, 0.0]], [0.0])
    assert dynamics.mass_matrix(arm, [0.3])[0, 0] == 0.0
    for batch in ((), (50,)):
        with pytest.raises(ValueError, match="^arm .*joint 1.*needed"):
            dynamics.forward_dynamics(arm, np.zeros((*batch, 1)), [0.0], [1.0])


@pytest.mark.parametrize("batch", [(), (2,), (100,)])
def test_overflow_is_quiet(batch):
    """Absurd but finite numbers may overflow to inf or NaN; they do not warn or raise."""
    huge = np.full((*batch, 3), 1e308)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        dynamics.rnea(ARM, huge, huge, huge, (1e308, 1e308), 1e308)
        dynamics.mass_matrix(ARM, huge)
        dynamics.bias(ARM, huge, huge)
        dynamics.forward_dynamics(ARM, huge, huge, huge)
        out = dynamics.forward_pass(ARM, huge, huge, huge)
        dynamics.backward_pass(ARM, dynamics.forward_pass(ARM, 0 * huge, huge, huge), (1e308, 0))
        lagrange.inverse_dynamics(ARM, huge, huge, huge)
        lagrange.coriolis_matrix(ARM, 0 * huge, huge)
        energy.kinetic(ARM, huge, huge)
        energy.potential(ARM, huge, 1e308)
        kinematics.tip_velocity(ARM, huge, huge)
        kinematics.drag_joint(ARM, huge, 0, (1e308, 1e308))
    assert out.a_c.shape == (*batch, 3, 2)
