"""How FIG 5 keeps up while the arm falls: model time, painted frames and the server's processor.

    python -m tests.bench.bench_fall [seconds]

One visitor lets the arm go at playback ×1, once at a step of 1 ms and once at 20 ms, twice over.
"real time" is model time over time of day; a share is that of the server's process in one core
(Linux only). At 20 ms there is next to nothing to simulate and as much to paint: the difference is
what the simulation takes.
"""

import os
import sys
import time
from pathlib import Path

from tests.browser import chromium
from tests.browser.serving import serving

SECONDS = 8.0
FINE, COARSE = 0.001, 0.02  # s, the steps
LIMIT = 0.25  # of one core, for one visitor's simulation
_HOOK = """() => {
  const doc = Bokeh.documents[0];
  window.frames = 0;
  Bokeh.index.find_one_by_id(doc.get_model_by_name("arm").id).repainted.connect(() => frames++);
}"""
_NOW = "() => [Bokeh.documents[0].get_model_by_name('energy').data.t.at(-1) ?? 0, frames]"


def processor_seconds(pid: int) -> float:
    """Processor time that a process has used so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def fall(browser, app, step: float, seconds: float) -> tuple[float, float, float]:
    """Real time, frames a second and share of a core of one fall with this step in s."""
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.goto(f"{app.address}?page=fig5&lang=en&dt={step}")
    go = page.get_by_role("button", name="Let go", exact=True)
    go.wait_for(timeout=60_000)
    page.wait_for_timeout(1000)
    page.evaluate(_HOOK)
    go.click()
    page.wait_for_timeout(1000)
    (model, frames), used, clock = page.evaluate(_NOW), processor_seconds(app.pid), time.time()
    page.wait_for_timeout(1000 * seconds)
    (model_end, frames_end), span = page.evaluate(_NOW), time.time() - clock
    share = (processor_seconds(app.pid) - used) / span
    page.close()
    return (model_end - model) / span, (frames_end - frames) / span, share


def main(seconds: float = SECONDS) -> None:
    """Serve the app, let the arm fall, measure, print."""
    with serving() as app, chromium.launched() as browser:
        runs = [fall(browser, app, step, seconds) for step in (FINE, COARSE, COARSE, FINE)]
    fine, coarse = ([sum(pair) / 2 for pair in zip(*two, strict=True)]
                    for two in ((runs[0], runs[3]), (runs[1], runs[2])))  # fmt: skip
    share = fine[2] - coarse[2]
    print(f"FIG 5, Δt = 1 ms: real time × {fine[0]:.2f}, {fine[1]:.0f} frames/s, "
          f"{100 * fine[2]:.0f} % of a core; the simulation {100 * share:.0f} % "
          f"(target {100 * LIMIT:.0f} %: {'kept' if share <= LIMIT else 'MISSED'}), "
          f"the pictures {100 * coarse[2]:.0f} % at {coarse[1]:.0f} frames/s")  # fmt: skip


if __name__ == "__main__":
    main(*map(float, sys.argv[1:2]))
