"""Take the picture of the README: FIG 1 at its last step, 1280 x 800.

python -m scripts.screenshot
"""

from tests.browser import chromium
from tests.browser.app_page import NAMED, TRAFFIC, AppPage
from tests.browser.serving import ROOT, serving

PICTURE = ROOT / "docs" / "screenshot.png"
STATE = {"q": "70,-45,-60", "qd": "0.9,0.7,1.2", "qdd": "1.2,-2,6", "step": "3"}


def main() -> None:
    """Serve the app, open it in a browser and save the picture."""
    with serving() as server, chromium.launched() as browser:
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        context.add_init_script(TRAFFIC + NAMED)
        app = AppPage(context.new_page(), server).open("fig1", **STATE)
        PICTURE.parent.mkdir(exist_ok=True)
        app.page.screenshot(path=PICTURE)
    print(f"Wrote {PICTURE.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
