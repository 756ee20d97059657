"""How FIG 5 keeps up while the arm falls: model time, painted frames and the server's processor.

    python -m tests.bench.bench_fall [seconds]

One visitor lets the arm go at a step of 1 ms and playback ×1. "real time" is model time over time
of day; the share is that of the server's process in one core (Linux only).
"""

import os
import sys
import time
from pathlib import Path

from tests.browser import chromium
from tests.browser.serving import serving

SECONDS = 8.0
LIMIT = 0.25  # of one core, for one visitor
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


def main(seconds: float = SECONDS) -> None:
    """Serve the app, let the arm go, measure, print."""
    with serving() as app, chromium.launched() as browser:
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto(f"{app.address}?page=fig5&lang=en")
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
    print(f"FIG 5, Δt = 1 ms: real time × {(model_end - model) / span:.2f}, "
          f"{(frames_end - frames) / span:.0f} frames/s, {100 * share:.0f} % of a core "
          f"(target {100 * LIMIT:.0f} %: {'kept' if share <= LIMIT else 'MISSED'})")  # fmt: skip


if __name__ == "__main__":
    main(*map(float, sys.argv[1:2]))
