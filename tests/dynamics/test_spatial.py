"""The recursion in space: the planar one inside it, and identities over arms with any screws.

What the algorithm is held against is computed here from the poses of the links alone, in the
world frame, by cross products and without an adjoint.
"""

import re
import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dynamics
from dynamics import arm as kinematics
from dynamics import spatial
from dynamics.spatial import Ad, SpatialArm, ad, exp_screw

from .helpers import State, assert_close, identity
from .test_identities import _slope


def random_screw(rng):
    """One that turns about a unit axis, one that slides, or a long one that does both."""
    axis, point = rng.normal(size=3), rng.uniform(-0.5, 0.5, 3)
    axis /= np.linalg.norm(axis)
    turning = np.r_[axis, np.cross(point, axis)]
    sliding = np.r_[0.0, 0.0, 0.0, axis]
    return (turning, sliding, 1.7 * turning + 0.3 * sliding)[rng.integers(3)]


def random_transform(rng):
    return exp_screw(rng.uniform(-1.0, 1.0, 6), 2.0)


def random_inertia(rng):
    """That of a cloud of mass points."""
    points = rng.normal(scale=0.2, size=(6, 3))
    second = points.T @ points
    return spatial.spatial_inertia(np.trace(second) * np.eye(3) - second, rng.uniform(0.5, 3.0))


class Moving:
    """An arm in a random state: the six-axis arm for n = 0, else a random one of n links."""

    def __init__(self, n, seed):
        rng = self.rng = np.random.default_rng(seed)
        self.arm = spatial.six_axis_arm()
        if n:
            home = [random_transform(rng) for _ in range(n)]
            screws = [random_screw(rng) for _ in range(n)]
            inertias = [random_inertia(rng) for _ in range(n)]
            self.arm = SpatialArm(home, screws, inertias, random_transform(rng))
        self.n = self.arm.n
        self.q = rng.uniform(-np.pi, np.pi, self.n)
        self.qd = rng.uniform(-2.0, 2.0, self.n)
        self.qdd = rng.uniform(-3.0, 3.0, self.n)
        self.wrench = rng.uniform(-10.0, 10.0, 6)
        self.gravity = rng.uniform(-10.0, 10.0, 3)

    @property
    def state(self):
        return self.arm, self.q, self.qd, self.qdd

    def along(self, t):
        """q and qd at time t of the motion with constant qdd."""
        return self.q + t * self.qd + t * t / 2 * self.qdd, self.qd + t * self.qdd


moving = st.builds(Moving, st.sampled_from([0, 0, 1, 2, 3, 6]), st.integers(0, 2**32 - 1))
seeds = st.integers(0, 2**32 - 1).map(np.random.default_rng)


def com_jacobians(arm, q):
    """Jacobians (n, 3, n) of each link's CoM velocity and angular velocity, and the poses."""
    poses = spatial.link_poses(arm, q)
    J_v, J_w = np.zeros((2, arm.n, 3, arm.n))
    for j in range(arm.n):
        R, p = poses[j, :3, :3], poses[j, :3, 3]
        axis, at_com = R @ arm.screws[j, :3], R @ arm.screws[j, 3:]
        for i in range(j, arm.n):
            J_w[i, :, j] = axis
            J_v[i, :, j] = at_com + np.cross(axis, poses[i, :3, 3] - p)
    return J_v, J_w, poses


def plain_mass_matrix(arm, q):
    J_v, J_w, poses = com_jacobians(arm, q)
    R, I_c, m = poses[:, :3, :3], arm.inertias[:, :3, :3], arm.inertias[:, 3, 3]
    turning = J_w.mT @ (R @ I_c @ R.mT) @ J_w
    return (m[:, None, None] * (J_v.mT @ J_v) + turning).sum(axis=0)


def potential(arm, q, gravity):
    return -arm.inertias[:, 3, 3] @ (spatial.link_poses(arm, q)[:, :3, 3] @ gravity)


def twist_matrix(V):
    """The 4x4 matrix [V] whose exponential is a transform."""
    (x, y, z), v = V[:3], V[3:]
    return np.array([[0, -z, y, v[0]], [z, 0, -x, v[1]], [-y, x, 0, v[2]], [0, 0, 0, 0]])


def body_jacobian(arm, q):
    """(6, n): the tip's twist in the tip frame, from differences of its pose."""
    columns = []
    for direction in np.eye(arm.n):
        slope = _slope(lambda q: spatial.tip_pose(arm, q), q, direction)
        V = np.linalg.solve(spatial.tip_pose(arm, q), slope)
        columns.append([V[2, 1], V[0, 2], V[1, 0], *V[:3, 3]])
    return np.transpose(columns)


# ---- the planar arm in space ----


def test_planar_arm_is_a_special_case():
    for seed in range(300):
        s = State(1 + seed % 6, seed)
        gravity = s.gravity * (seed // 6 % 2)
        arm = spatial.from_planar(s.arm)
        wrench = spatial.wrench_of_force(arm, s.q, [*s.f_tip, 0.0])
        tau = spatial.rnea(arm, s.q, s.qd, s.qdd, wrench, (0.0, -gravity, 0.0))
        expected = dynamics.rnea(s.arm, s.q, s.qd, s.qdd, s.f_tip, gravity)
        assert_close(tau, expected, 3e-14, f"seed {seed}")
        assert_close(spatial.mass_matrix(arm, s.q), dynamics.mass_matrix(s.arm, s.q), 3e-14)


@pytest.mark.parametrize("seed", range(10))
def test_planar_records_are_in_the_spatial_ones(seed):
    s = State(4, seed)
    arm = spatial.from_planar(s.arm)
    out = dynamics.forward_pass(s.arm, s.q, s.qd, s.qdd, (0.0, s.gravity))
    back = dynamics.backward_pass(s.arm, out, s.f_tip)
    forward = spatial.forward_pass(arm, s.q, s.qd, s.qdd, (0.0, s.gravity, 0.0))
    wrench = spatial.wrench_of_force(arm, s.q, [*s.f_tip, 0.0])
    backward = spatial.backward_pass(arm, forward, wrench)
    poses = spatial.link_poses(arm, s.q)
    in_world = poses[:, :3, :3]
    assert_close(poses[:, :2, 3], kinematics.com_positions(s.arm, s.q))
    assert_close(spatial.tip_pose(arm, s.q)[:2, 3], kinematics.joint_positions(s.arm, s.q)[-1])
    omega, v = forward.V[:, :3], forward.V[:, 3:]
    assert_close(omega, np.outer(out.omega, [0.0, 0.0, 1.0]))
    assert_close(forward.Vdot[:, :3], np.outer(out.alpha, [0.0, 0.0, 1.0]))
    a_c = in_world @ (forward.Vdot[:, 3:] + np.cross(omega, v))[..., None]
    assert_close(a_c[:, :2, 0], out.a_c)
    f = (in_world @ backward.F[:, 3:, None])[:, :2, 0]
    assert_close(f, back.f)
    lever = out.r_c[:, 0] * f[:, 1] - out.r_c[:, 1] * f[:, 0]
    assert_close(backward.F[:, 2] + lever, back.mu)


def test_inertia_across_the_plane_does_not_matter():
    s = State(3, 1)
    arm = spatial.from_planar(s.arm)
    inertias = arm.inertias + np.diag([0.4, 0.3, 0.0, 0.0, 0.0, 0.0])
    other = SpatialArm(arm.home, arm.screws, inertias, arm.tip)
    expected = spatial.rnea(arm, s.q, s.qd, s.qdd)
    assert_close(spatial.rnea(other, s.q, s.qd, s.qdd)[1:], expected[1:])
    with pytest.raises(ValueError, match=r"^inertias .*index 1.*needed: .*positive definite"):
        point = dynamics.PlanarArm([1, 1], [1, 1], [[0.5, 0], [0.5, 0]], [0.1, 0.0])
        spatial.from_planar(point)


# ---- identities ----


@identity
@given(moving)
def test_mass_matrix_is_that_of_the_kinetic_energy(s):
    M = spatial.mass_matrix(s.arm, s.q)
    assert_close(M, plain_mass_matrix(s.arm, s.q))
    assert_close(M, M.T)
    assert np.linalg.eigvalsh(M).min() > 0
    V = spatial.forward_pass(*s.state).V
    assert_close(np.einsum("ia,iab,ib", V, s.arm.inertias, V), s.qd @ M @ s.qd)


@identity
@given(moving)
def test_bias_is_lagranges(s):
    """C qd = Mdot qd - 1/2 d(qd^T M qd)/dq and g = dV/dq, with M and V from the poses."""

    def M(q):
        return plain_mass_matrix(s.arm, q)

    c_qd = _slope(M, s.q, s.qd, 1e-3) @ s.qd
    g = np.zeros(s.n)
    for i, e in enumerate(np.eye(s.n)):
        c_qd[i] -= s.qd @ _slope(M, s.q, e) @ s.qd / 2
        g[i] = _slope(lambda q: potential(s.arm, q, s.gravity), s.q, e)
    at_rest = np.zeros(s.n)
    no_gravity = np.zeros(3)
    assert_close(spatial.rnea(s.arm, s.q, s.qd, at_rest, gravity=no_gravity), c_qd, 1e-9)
    assert_close(spatial.rnea(s.arm, s.q, at_rest, at_rest, gravity=s.gravity), g, 1e-9)
    tau = spatial.rnea(*s.state, gravity=s.gravity)
    assert_close(tau, M(s.q) @ s.qdd + c_qd + g, 1e-9)


@identity
@given(moving)
def test_forward_dynamics_undoes_inverse_dynamics(s):
    tau = spatial.rnea(*s.state, s.wrench, s.gravity)
    qdd = spatial.forward_dynamics(s.arm, s.q, s.qd, tau, s.wrench, s.gravity)
    condition = np.linalg.cond(spatial.mass_matrix(s.arm, s.q))
    assert_close(qdd, s.qdd, 1e-14 * condition * max(1.0, np.abs(tau).max()))
    assert_close(spatial.rnea(s.arm, s.q, s.qd, qdd, s.wrench, s.gravity), tau)


@identity
@given(moving)
def test_power_balance(s):
    """d(T + V)/dt = qd . tau - V_tip . F_tip: the tip wrench works on the environment."""

    def energy(t):
        q, qd = s.along(t)
        return qd @ plain_mass_matrix(s.arm, q) @ qd / 2 + potential(s.arm, q, s.gravity)

    tau = spatial.rnea(*s.state, s.wrench, s.gravity)
    outflow = body_jacobian(s.arm, s.q) @ s.qd @ s.wrench
    scale = max(1.0, abs(energy(0.0)), np.abs(s.qd * tau).sum())
    assert abs(_slope(energy, 0.0, 1.0, 1e-3) - (s.qd @ tau - outflow)) <= 1e-9 * scale


@identity
@given(moving)
def test_tip_wrench_enters_linearly_through_the_body_jacobian(s):
    change = spatial.rnea(*s.state, s.wrench) - spatial.rnea(*s.state)
    assert_close(change, body_jacobian(s.arm, s.q).T @ s.wrench, 1e-11)
    force = s.wrench[3:]
    R = spatial.tip_pose(s.arm, s.q)[:3, :3]
    assert_close(spatial.wrench_of_force(s.arm, s.q, force), np.r_[np.zeros(3), R.T @ force])


@identity
@given(moving)
def test_gravity_trick(s):
    """A base that accelerates by -gravity does what a weight at each centre of mass would do."""
    J_v, _, _ = com_jacobians(s.arm, s.q)
    weights = np.outer(s.arm.inertias[:, 3, 3], s.gravity)
    carried = np.einsum("ikj,ik->j", J_v, weights)
    in_space = spatial.rnea(*s.state, s.wrench, np.zeros(3))
    assert_close(spatial.rnea(*s.state, s.wrench, s.gravity), in_space - carried)


@identity
@given(moving)
def test_records_are_motions_of_the_poses_and_obey_newton_and_euler(s):
    forward = spatial.forward_pass(*s.state)
    J_v, J_w, poses = com_jacobians(s.arm, s.q)
    R = poses[:, :3, :3]
    omega, v, alpha, rate = (
        (R @ x[..., None])[..., 0]
        for x in (*np.split(forward.V, 2, -1), *np.split(forward.Vdot, 2, -1))
    )
    assert_close(omega, J_w @ s.qd)
    assert_close(v, J_v @ s.qd)

    def velocities(t):
        q, qd = s.along(t)
        return np.stack(com_jacobians(s.arm, q)[:2]) @ qd

    a_c, alpha_slope = _slope(velocities, 0.0, 1.0, 1e-3)
    assert_close(alpha, alpha_slope, 1e-9)
    assert_close(rate + np.cross(omega, v), a_c, 1e-9)  # frame i turns under the rate
    # the free body of each link, in the world: what comes in less what goes out, about its CoM
    backward = spatial.backward_pass(s.arm, forward, s.wrench)
    moment, force = ((R @ x[..., None])[..., 0] for x in np.split(backward.F, 2, -1))
    tip = spatial.tip_pose(s.arm, s.q)
    out_moment, out_force = (
        np.vstack([x[1:], tip[:3, :3] @ last])
        for x, last in ((moment, s.wrench[:3]), (force, s.wrench[3:]))
    )
    lever = np.vstack([poses[1:, :3, 3], tip[:3, 3]]) - poses[:, :3, 3]
    I_c = R @ s.arm.inertias[:, :3, :3] @ R.mT
    spin = (I_c @ omega[..., None])[..., 0]
    euler = (I_c @ alpha[..., None])[..., 0] + np.cross(omega, spin)
    scale = max(1.0, np.abs(backward.F).max())
    newton = s.arm.inertias[:, 3, 3, None] * (rate + np.cross(omega, v))
    assert_close((force - out_force) / scale, newton / scale)
    assert_close((moment - out_moment - np.cross(lever, out_force)) / scale, euler / scale)
    assert_close(backward.tau, np.sum(s.arm.screws * backward.F, axis=-1))


# ---- transforms, twists, screws ----


@identity
@given(seeds)
def test_adjoint(rng):
    A, B = random_transform(rng), random_transform(rng)
    V, F = rng.normal(size=(2, 6))
    assert_close(Ad(A @ B), Ad(A) @ Ad(B))
    assert_close(Ad(np.linalg.inv(A)), np.linalg.inv(Ad(A)))
    assert_close(twist_matrix(Ad(A) @ V), A @ twist_matrix(V) @ np.linalg.inv(A))
    assert_close((Ad(A) @ V) @ F, V @ (Ad(A).T @ F))  # one power, told in two frames
    R, p = A[:3, :3], A[:3, 3]
    told = Ad(A).T @ F
    assert_close(told, np.r_[R.T @ (F[:3] - np.cross(p, F[3:])), R.T @ F[3:]])


@identity
@given(seeds)
def test_lie_bracket(rng):
    V, W, F = rng.normal(size=(3, 6))
    assert_close(ad(V) @ V, np.zeros(6))
    assert_close(ad(V) @ W, -ad(W) @ V)
    assert_close(ad(ad(V) @ W), ad(V) @ ad(W) - ad(W) @ ad(V))  # Jacobi
    commutator = twist_matrix(V) @ twist_matrix(W) - twist_matrix(W) @ twist_matrix(V)
    assert_close(twist_matrix(ad(V) @ W), commutator)
    assert_close(_slope(lambda t: Ad(exp_screw(V, t)) @ W, 0.0, 1.0), ad(V) @ W, 1e-10)
    assert_close(-ad(V).T @ F @ W, -F @ ad(V) @ W)


@identity
@given(seeds)
def test_exponential_of_a_screw(rng):
    A = random_screw(rng) * rng.choice([1.0, 1e-3, 1e-9, 1e-100])
    a, b = rng.uniform(-2.0, 2.0, 2)
    T = exp_screw(A, a)
    series, term = np.eye(4), np.eye(4)
    for k in range(1, 40):
        term = term @ twist_matrix(A) * a / k
        series = series + term
    assert_close(T, series)
    assert_close(T[:3, :3].T @ T[:3, :3], np.eye(3))
    assert np.linalg.det(T[:3, :3]) > 0
    assert_close(T @ exp_screw(A, b), exp_screw(A, a + b))
    assert_close(exp_screw(3.0 * A, a), exp_screw(A, 3.0 * a))
    B = random_transform(rng)
    assert_close(exp_screw(Ad(B) @ A, a), B @ T @ np.linalg.inv(B))


def test_screws_by_hand():
    quarter = exp_screw([0, 0, 1, 0, -1, 0], np.pi / 2)  # about z through (1, 0, 0)
    assert_close(quarter @ [0, 0, 0, 1], [1, -1, 0, 1])
    assert_close(exp_screw([0, 0, 0, 0, 0, 2], 3)[:3], np.c_[np.eye(3), [0, 0, 6]])
    nut = exp_screw([0, 0, 1, 0, 0, 0.1], 1000 * 2 * np.pi)
    assert_close(nut[:3, 3], [0, 0, 200 * np.pi])
    nearly = exp_screw([0, 0, 1e-9, 1, 0, 0], 2.0)  # slides on a circle of radius 1e9
    assert_close(nearly[:3, 3], [2.0, 2e-9, 0.0], 1e-15)


# ---- arms by hand ----


def test_sliding_joint_lifts_its_weight():
    lift = SpatialArm([np.eye(4)], [[0, 0, 0, 0, 0, 1]], [np.diag([1, 1, 1, 2, 2, 2])], np.eye(4))
    assert_close(spatial.rnea(lift, [0.3], [5.0], [1.5], (1, 2, 3, 4, 5, 6)), [2 * 11.31 + 6])
    assert_close(spatial.mass_matrix(lift, [7.0]), [[2.0]])


@pytest.mark.parametrize("seed", range(5))
def test_cart_and_pole(seed):
    """A sliding joint that carries a turning one, against the equations by hand."""
    rng = np.random.default_rng(seed)
    m_cart, m, length, I_zz, g = rng.uniform(0.5, 3.0, 5)
    (x, theta), (xd, w), (xdd, alpha) = rng.uniform(-2.0, 2.0, (3, 2))
    pole = np.eye(4)
    pole[0, 3] = length
    cart = [0, 0, 0, 1, 0, 0], np.diag([1, 1, 1, m_cart, m_cart, m_cart])
    turning = [0, 0, 1, 0, length, 0], np.diag([I_zz, I_zz, I_zz, m, m, m])
    arm = SpatialArm([np.eye(4), pole], *zip(cart, turning, strict=True), np.eye(4))
    tau = spatial.rnea(arm, [x, theta], [xd, w], [xdd, alpha], gravity=(0.0, -g, 0.0))
    sin, cos = m * length * np.sin(theta), m * length * np.cos(theta)
    push = (m_cart + m) * xdd - sin * alpha - cos * w**2
    assert_close(tau, [push, (I_zz + m * length**2) * alpha - sin * xdd + g * cos])


def test_six_axis_arm():
    arm = spatial.six_axis_arm()
    assert arm.n == 6
    for G in arm.inertias:
        a, b, c = np.linalg.eigvalsh(G[:3, :3])
        assert a + b > c  # what a solid body can have
        assert np.abs(G[np.triu_indices(3, 1)]).min() > 0
    assert (np.linalg.norm(arm.screws[:, 3:], axis=1) > 1e-3).all()  # no CoM on its axis
    assert_close(spatial.tip_pose(arm, np.zeros(6))[:3], np.c_[np.eye(3), [1.0, 0.0, 0.4]])
    # a spherical wrist: its joints move no point of the world frame but those off its centre
    wrist = np.array([0.85, 0.0, 0.4, 1.0])
    poses = spatial.link_poses(arm, np.zeros(6))
    in_hand = np.linalg.inv(poses[5]) @ wrist
    q = np.r_[np.zeros(3), 0.7, -0.4, 1.1]
    assert_close(spatial.link_poses(arm, q)[5] @ in_hand, wrist)
    with pytest.raises(ValueError, match="read-only"):
        arm.home[0, 0, 0] = 2.0


# ---- batches and wrong input ----


@pytest.mark.parametrize("n", [0, 2])
@pytest.mark.parametrize("shape", [(1,), (3,), (3, 2), (0,)])
def test_batch_is_loop_of_singles(shape, n):
    s = Moving(n, 5)
    q, qd, qdd = s.rng.normal(size=(3, *shape, s.n))
    wrench, gravity = s.rng.normal(size=(*shape, 6)), s.rng.normal(size=(*shape, 3))
    results = {
        spatial.rnea: (q, qd, qdd, wrench, gravity),
        spatial.forward_dynamics: (q, qd, qdd, wrench, gravity),
        spatial.mass_matrix: (q,),
        spatial.link_poses: (q,),
        spatial.tip_pose: (q,),
        spatial.wrench_of_force: (q, gravity),
    }
    for function, args in results.items():
        together = function(s.arm, *args)
        assert together.shape[: len(shape)] == shape
        for i in np.ndindex(shape):
            assert_close(together[i], function(s.arm, *(x[i] for x in args)), 1e-10)
    for function, args in {
        Ad: (spatial.tip_pose(s.arm, q),),
        exp_screw: (wrench, q[..., 0]),
    }.items():
        for i in np.ndindex(shape):
            assert_close(function(*args)[i], function(*(x[i] for x in args)))
    for i in np.ndindex(shape):
        assert_close(ad(wrench)[i], ad(wrench[i]))


def test_inputs_broadcast_against_each_other():
    s = Moving(3, 6)
    q, qd, qdd = s.rng.normal(size=(4, 1, 3)), s.rng.normal(size=(5, 3)), s.rng.normal(size=3)
    wrench, gravity = s.rng.normal(size=(4, 1, 6)), s.rng.normal(size=(5, 3))
    for function in (spatial.rnea, spatial.forward_dynamics):
        got = function(s.arm, q, qd, qdd, wrench, gravity)
        assert got.shape == (4, 5, 3)
        single = function(s.arm, q[2, 0], qd[4], qdd, wrench[2, 0], gravity[4])
        assert_close(got[2, 4], single, 1e-10)
    forward = spatial.forward_pass(s.arm, q, qd, qdd)
    assert forward.T.shape == (4, 5, 3, 4, 4) and forward.X.shape == (4, 5, 3, 6, 6)
    assert forward.V.shape == forward.Vdot.shape == (4, 5, 3, 6)
    more = spatial.backward_pass(s.arm, forward, s.rng.normal(size=(2, 1, 1, 6)))
    assert more.F.shape == (2, 4, 5, 3, 6) and more.tau.shape == (2, 4, 5, 3)
    one = spatial.forward_pass(s.arm, q[2, 0], qd[4], qdd)
    for field in ("T", "X", "V", "Vdot"):
        assert_close(getattr(forward, field)[2, 4], getattr(one, field))


GOOD = {
    "q": np.zeros(3),
    "qd": np.zeros(3),
    "qdd": np.zeros(3),
    "tau": np.zeros(3),
    "tip_wrench": np.zeros(6),
    "gravity": np.zeros(3),
    "base_acceleration": np.zeros(3),
    "force": np.zeros(3),
}
CALLS = {
    "rnea": "q qd qdd tip_wrench gravity",
    "forward_pass": "q qd qdd base_acceleration",
    "mass_matrix": "q",
    "forward_dynamics": "q qd tau tip_wrench gravity",
    "link_poses": "q",
    "tip_pose": "q",
    "wrench_of_force": "q force",
}
BAD = (np.zeros(4), 1.0, "abc", None, np.zeros(3, dtype=complex), [[0.0] * 3, [1.0]])


@pytest.mark.parametrize("name", CALLS)
def test_bad_argument_is_named(name):
    arm, args = Moving(3, 1).arm, CALLS[name].split()
    for arg in args:
        for bad in (*BAD, GOOD[arg] + np.nan, GOOD[arg] - np.inf):
            values = GOOD | {arg: bad}
            with pytest.raises(ValueError, match=rf"^{arg} .*needed: ") as error:
                getattr(spatial, name)(arm, *(values[a] for a in args))
            assert "\n" not in str(error.value) and len(str(error.value)) < 200
        if arg != "q":
            batches = GOOD | {"q": np.zeros((4, 3)), arg: np.zeros((5, len(GOOD[arg])))}
            with pytest.raises(ValueError, match=rf"q \(4,\).*{arg} \(5,\).*needed: shapes that"):
                getattr(spatial, name)(arm, *(batches[a] for a in args))


TURN = np.array([[0.0, -1.0, 0.0, 1.0], [1.0, 0.0, 0.0, 2.0], [0, 0, 1.0, 0], [0, 0, 0, 1.0]])
SCREW = np.array([0.0, 0.0, 1.0, 0.0, 0.0, 0.0])
BODY = np.diag([1.0, 2.0, 2.5, 3.0, 3.0, 3.0])


def changed(array, index, value):
    array = array.copy()
    array[index] = value
    return array


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("screws", SCREW, "(n, 6) with n >= 1"),
        ("screws", np.zeros((0, 6)), "(n, 6) with n >= 1"),
        ("screws", [SCREW[:5]] * 2, "(..., 6)"),
        ("screws", [SCREW, 0 * SCREW], "an axis or a direction"),
        ("screws", [SCREW, np.nan * SCREW], "finite numbers"),
        ("home", [TURN], "(2, 4, 4)"),
        ("home", None, "real numbers"),
        ("home", [TURN, 1.001 * TURN], "R^T R = 1"),
        ("home", [TURN, changed(TURN, (2, 2), -1.0)], "det R = 1"),
        ("home", [TURN, TURN.T], "[R p; 0 0 0 1]"),
        ("home", [TURN, changed(TURN, (0, 3), np.inf)], "finite numbers"),
        ("tip", TURN[:3], "(4, 4)"),
        ("tip", changed(TURN, (0, 0), 0.5), "R^T R = 1"),
        ("inertias", [BODY[:3, :3]] * 2, "(2, 6, 6)"),
        ("inertias", [BODY, 0 * BODY], "positive definite"),
        ("inertias", [BODY, changed(BODY, (0, 0), -1.0)], "positive definite"),
        ("inertias", [BODY, changed(BODY, (0, 1), 0.1)], "symmetric"),
        ("inertias", [BODY, changed(BODY, (3, 3), 2.0)], "diag(I_c, m 1)"),
        ("inertias", [BODY, BODY + np.fliplr(np.diag([0, 0, 0.1, 0.1, 0, 0]))], "diag(I_c, m 1)"),
    ],
)
def test_bad_arm(field, value, message):
    good = {"home": [TURN] * 2, "screws": [SCREW] * 2, "inertias": [BODY] * 2, "tip": TURN}
    assert SpatialArm(**good).n == 2
    with pytest.raises(ValueError, match=rf"^{field} .*needed: .*{re.escape(message)}") as error:
        SpatialArm(**(good | {field: value}))
    assert "\n" not in str(error.value) and len(str(error.value)) < 200


@pytest.mark.parametrize(
    ("function", "args", "name"),
    [
        (Ad, (np.eye(3),), "T"),
        (Ad, (2 * np.eye(4),), "T"),
        (Ad, (np.full((2, 4, 4), np.nan),), "T"),
        (ad, (np.zeros(5),), "V"),
        (ad, ([0, 0, 0, 0, 0, np.inf],), "V"),
        (exp_screw, (np.zeros(3), 1.0), "screw"),
        (exp_screw, (SCREW, np.nan), "angle"),
        (exp_screw, (np.zeros((4, 6)), np.zeros(5)), "leading"),
    ],
)
def test_bad_transform_or_twist(function, args, name):
    with pytest.raises(ValueError, match=rf"^{name} .*needed: "):
        function(*args)


def test_record_of_another_arm():
    s = Moving(2, 1)
    with pytest.raises(ValueError, match="^forward has 2 links; needed: 6"):
        spatial.backward_pass(spatial.six_axis_arm(), spatial.forward_pass(*s.state))


@pytest.mark.parametrize("batch", [(), (2,)])
def test_overflow_is_quiet(batch):
    """Absurd but finite numbers may overflow to inf or NaN; they do not warn or raise."""
    arm = spatial.six_axis_arm()
    huge = np.full((*batch, 6), 1e308)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert spatial.rnea(arm, huge, huge, huge, huge, huge[..., :3]).shape == (*batch, 6)
        spatial.forward_dynamics(arm, 0 * huge, huge, huge, huge)
        spatial.wrench_of_force(arm, huge, huge[..., :3])
        exp_screw(huge, huge[..., 0])
        Ad(np.where(TURN == 2.0, 1e308, TURN))
