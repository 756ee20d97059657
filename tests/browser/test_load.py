"""Every page loads, in each language and theme, with no error and from this server alone."""

import pytest

from tests.browser.app_page import WORDS
from tests.browser.conftest import PHONE

PAGES = ("home", "fig1", "fig2", "fig3", "fig4", "fig5", "fig6", "model")
THEMES = ("light", "dark", "projector")


@pytest.mark.parametrize("lang", sorted(WORDS))
@pytest.mark.parametrize("page", PAGES)
def test_page_loads(app, page, lang):
    app.open(page, lang=lang)
    for theme in THEMES:
        app.choose("theme", theme)
        heading = app.words(f"{page}.heading")
        assert app.page.get_by_text(heading, exact=True).first.is_visible()
        assert app.page.locator("html").get_attribute("lang") == lang
        assert app.page.locator("html").get_attribute("data-theme") == theme
        assert app.page.title().startswith(heading)
        current = app.page.locator(f"nav [data-page={page}]").get_attribute("aria-current")
        assert current == "page"
    assert app.alerts() == []


@pytest.mark.parametrize("page", ["fig1", "fig2"])
def test_desktop_shows_all_that_matters(app, page):
    app.open(page, step=3)
    plot = app.box(".plot")
    assert plot["width"] >= 0.6 * 1280
    for locator in (app.page.locator("[data-task]").last, app.button("button.next"),
                    app.button("button.reset"), app.page.locator("table").first):  # fmt: skip
        box = locator.bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= 800, locator
    width, scroll = app.page.evaluate("[innerWidth, document.documentElement.scrollWidth]")
    assert scroll <= width


@pytest.mark.parametrize("page", ["fig1", "fig2"])
def test_plot_grows_with_the_window_and_a_metre_is_a_metre(app, page):
    app.open(page)
    small = app.box(".plot")
    app.page.set_viewport_size({"width": 1920, "height": 1080})
    app.settle()
    large = app.box(".plot")
    assert large["width"] > 1.2 * small["width"] and large["height"] > 1.2 * small["height"]
    (x0, y0), (x1, _), (_, y1) = app.pixel(0, 0), app.pixel(1, 0), app.pixel(0, 1)
    assert x1 - x0 == pytest.approx(y0 - y1, rel=1e-6)
    for x, y in ((2.3, 0), (-2.3, 0), (0, 2.3), (0, -2.3)):
        px, py = app.pixel(x, y)
        assert large["x"] <= px <= large["x"] + large["width"]
        assert large["y"] <= py <= large["y"] + large["height"]


@pytest.mark.parametrize("theme", ["light", "projector"])
@pytest.mark.parametrize("page", [page for page in PAGES if page != "fig5"])
def test_phone_shows_the_plot_and_scrolls_one_way(visit, page, theme):
    app = visit(viewport=PHONE).open(page, theme=theme, step=3)
    width, scroll = app.page.evaluate("[innerWidth, document.documentElement.scrollWidth]")
    assert width == 390 and scroll <= 390
    if page not in ("home", "model"):
        # of several plots that stand below each other, the first: that with the arm
        several = app.page.locator(".plot .arm").count()
        plot = app.box(".plot .arm" if several else ".plot")
        assert plot["x"] >= 0 and plot["x"] + plot["width"] <= 390
        assert plot["height"] >= 250 and plot["y"] + plot["height"] <= 844


@pytest.mark.parametrize("lang", sorted(WORDS))
def test_the_header_of_the_projector_stands_in_one_row(app, lang):
    app.open("home", lang=lang, theme="projector")
    links, choice = app.page.locator("nav"), app.page.locator("#header .choice").last
    middle = [box["y"] + box["height"] / 2 for box in (links.bounding_box(), choice.bounding_box())]
    assert middle[0] == pytest.approx(middle[1], abs=6) and links.bounding_box()["height"] < 50


@pytest.mark.parametrize("theme", ["light", "projector"])
def test_on_a_phone_the_readout_of_the_free_body_stands_above_its_bars(visit, theme):
    app = visit(viewport=PHONE).open("fig2", theme=theme, step=3)
    table, bars = app.page.locator(".readout table").first.bounding_box(), app.box(".readout .bars")
    said = app.page.locator(".readout .line").last.bounding_box()
    assert said["width"] > 300 and bars["width"] > 300
    assert table["y"] + table["height"] <= said["y"] + said["height"] <= bars["y"]


def test_links_on_the_home_page_lead_to_the_figures(app):
    app.open("home")
    for page in ("fig1", "fig2"):
        app.page.get_by_role("link", name=app.words(f"{page}.heading")).click()
        app.on_page(page)
        app.visit("home")
