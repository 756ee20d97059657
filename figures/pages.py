"""The pages of the app, in the order of the chapter."""

from __future__ import annotations

from figures.fig1_forward import Fig1
from figures.fig2_backward import Fig2
from figures.home import Home

PAGES = {"home": Home, "fig1": Fig1, "fig2": Fig2}
