"""The pages of the app, in the order of the chapter."""

from __future__ import annotations

from figures.fig1_forward import Fig1
from figures.fig2_backward import Fig2
from figures.fig3_lagrange import Fig3
from figures.fig4_columns import Fig4
from figures.fig5_fall import Fig5
from figures.fig6_cost import Fig6
from figures.home import Home
from figures.model import Model

FIGURES = {"fig1": Fig1, "fig2": Fig2, "fig3": Fig3, "fig4": Fig4, "fig5": Fig5, "fig6": Fig6}
PAGES = {"home": Home, **FIGURES, "model": Model}
