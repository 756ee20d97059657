"""Every page loads, in each language and theme, with no error and from this server alone."""

import pytest

from tests.browser.app_page import WORDS

THEMES = ("light", "dark", "projector")


@pytest.mark.parametrize("lang", sorted(WORDS))
@pytest.mark.parametrize("page", ["home", "fig1", "fig2"])
def test_page_loads(app, page, lang):
    app.open(page, lang=lang)
    heading = app.words(f"{page}.heading")
    assert app.page.get_by_text(heading, exact=True).first.is_visible()
    assert app.page.locator("html").get_attribute("lang") == lang
    assert app.page.title().startswith(heading)
    assert app.page.locator(f"[data-page={page}]").get_attribute("aria-current") == "page"
