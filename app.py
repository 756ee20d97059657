"""The RNEA teaching app: ``panel serve app.py`` serves it."""

from __future__ import annotations

import panel as pn

from figures.shell import Shell
from figures.visitor import send_at_once

pn.extension()

shell = Shell({name: values[0].decode("utf-8", "replace")
               for name, values in pn.state.session_args.items() if values})  # fmt: skip
document = pn.state.curdoc
pn.state.onload(lambda: send_at_once(document))
with document.models.freeze():  # its models are looked through once, not after each part
    shell.template().servable(title=shell.header.title)
