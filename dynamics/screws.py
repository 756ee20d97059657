"""Transforms, twists and wrenches: the algebra of screws that `spatial` is written in.

A twist V = (omega, v) and a wrench F = (moment, force) have the ANGULAR part first. Ad, ad and
exp_screw check what they are given; the others take arrays that have been checked.
Source: Lynch & Park, Modern Robotics, ch. 3.
"""

import numpy as np

from . import checks

_RIGID = 1e-9  # R^T R of a rotation may be this far from 1


@checks.quiet_overflow
def rigid(name, T):
    """Return the transforms T (..., 4, 4), or raise if one does more than turn and shift."""
    R, last = T[..., :3, :3], T[..., 3, :]
    off, det = np.abs(R.mT @ R - np.eye(3)).max(axis=(-2, -1)), np.linalg.det(R)
    good = (off <= _RIGID) & (det > 0) & (last == np.eye(4)[3]).all(axis=-1)
    if not good.all():
        i = np.unravel_index(np.argmin(good), good.shape)
        raise ValueError(
            f"{name} has R^T R off 1 by {off[i]:.2g}, det R = {det[i]:.2g}, last row {last[i]};"
            " needed: [R p; 0 0 0 1] with R^T R = 1, det R = 1"
        )
    return T


@checks.quiet_overflow
def Ad(T):
    """Return the 6x6 adjoint (..., 6, 6) of transforms T (..., 4, 4).

        Ad(T) = [R  0; [p] R  R]

    With frame b's pose T in frame a, V_a = Ad(T) V_b, and F_b = Ad(T)^T F_a: the same motion and
    the same load, told in the other frame. Source: Lynch & Park, section 3.3.2.
    """
    T = checks.numbers("T", T)
    if T.shape[-2:] != (4, 4):
        raise ValueError(f"T has shape {T.shape}; needed: (..., 4, 4)")
    return adjoint(rigid("T", checks.finite("T", T)))


def ad(V):
    """Return the 6x6 matrix (..., 6, 6) of twists V (..., 6): ad(V) W is their Lie bracket.

        ad(V) = [[omega]  0; [v]  [omega]]

    ad(V) W is the rate of a twist W that is carried along by V; -ad(V)^T F that of a wrench.
    Source: Lynch & Park, section 8.2.2.
    """
    return bracket(checks.vector("V", V, 6))


@checks.quiet_overflow
def exp_screw(screw, angle):
    """Return the transform (..., 4, 4) of moving by `angle` (...) along a screw (..., 6).

        R = 1 + sin(phi) [u] + (1 - cos(phi)) [u]^2,     u = omega / |omega|,  phi = |omega| angle

    A screw without omega slides by angle * v. It need not be of unit length.
    Source: Lynch & Park, sections 3.2.3 (Rodrigues) and 3.3.3.
    """
    screw, angle = checks.vector("screw", screw, 6), checks.scalar("angle", angle)
    checks.batch_shape({"screw": screw, "angle": angle[..., None]})
    return motion(screw, angle)


def hat(w):
    """[w] (..., 3, 3) of w (..., 3): what multiplies x to give w cross x."""
    W = np.zeros((*w.shape, 3))
    W[..., 2, 1], W[..., 0, 2], W[..., 1, 0] = w[..., 0], w[..., 1], w[..., 2]
    return W - W.mT


def lower(a, b):
    """[a 0; b a] (..., 6, 6) of blocks (..., 3, 3)."""
    X = np.zeros((*a.shape[:-2], 6, 6))
    X[..., :3, :3] = X[..., 3:, 3:] = a
    X[..., 3:, :3] = b
    return X


def transform(R, p):
    """[R p; 0 0 0 1] (..., 4, 4)."""
    T = np.zeros((*R.shape[:-2], 4, 4))
    T[..., :3, :3], T[..., :3, 3], T[..., 3, 3] = R, p, 1.0
    return T


def adjoint(T):
    """Ad(T)."""
    R = T[..., :3, :3]
    return lower(R, hat(T[..., :3, 3]) @ R)


def bracket(V):
    """ad(V)."""
    return lower(hat(V[..., :3]), hat(V[..., 3:]))


def times(A, x):
    """A x for matrices A (..., i, j) and vectors x (..., j)."""
    return (A @ x[..., None])[..., 0]


def inverse(T):
    """T^-1."""
    back = T[..., :3, :3].mT
    return transform(back, -times(back, T[..., :3, 3]))


def motion(screw, q):
    """exp([screw] q)."""
    omega, v = screw[..., :3], screw[..., 3:]
    w = np.linalg.norm(omega, axis=-1)
    turns = w > 0  # else u = 0, which leaves R = 1 and p = q v
    w_or_1 = np.where(turns, w, 1.0)
    u = omega / w_or_1[..., None]
    U = hat(u)
    sin, versine = np.sin(w * q), 2 * np.sin(w * q / 2) ** 2  # versine: 1 - cos
    R = np.eye(3) + sin[..., None, None] * U + versine[..., None, None] * (U @ U)
    chord = np.where(turns, sin / w_or_1, q)[..., None]
    rise = (versine / w_or_1)[..., None]
    # a part along the axis grows with q itself; none is left of a pure rotation
    climb = (q[..., None] - chord) * np.sum(u * v, axis=-1, keepdims=True)
    return transform(R, chord * v + rise * times(U, v) + climb * u)
