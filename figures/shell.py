"""The frame around the pages: header, navigation, address, language, theme, shortcuts."""

from __future__ import annotations

import html
from pathlib import Path
from urllib.parse import parse_qsl, urlencode

import panel as pn

from figures.links import read_state, read_view, view_names, write_state, write_view
from figures.pages import PAGES
from figures.parts.header import Header
from figures.parts.terms import Terms
from figures.parts.widgets import block, box
from figures.progress import keep_in_browser
from figures.style import ASSETS, THEMES, sheet, theme_css
from figures.terms import TERMS
from figures.text import LANGUAGES
from figures.visitor import Visitor

CHOICES = {"page": list(PAGES), "lang": LANGUAGES, "theme": list(THEMES)}
SCRIPTS = ("names.js", "texts.js")  # what is to run before anything is shown


class Frame(pn.Template):
    """A template that Panel does not write out as text, whole, each time something is added."""

    def __repr__(self, depth: int = 0) -> str:
        return type(self).__name__


class Shell:
    """One visitor's app. A page is built when it is first visited and then kept."""

    def __init__(self, query: dict[str, str]):
        self.visitor = Visitor()
        self._built: dict[str, object] = {}
        self._page, self._link = "home", {}
        self._messages: list[tuple[str, dict]] = []
        self.notice = block("", "notice", "top")
        self.main = box(css="flow", classes=["main"])
        self.header = Header(self._on_message)
        self.terms = Terms(self._on_term)
        self.storage = keep_in_browser(self.visitor.progress)
        self._open(query, read_state(query))
        self.visitor.state.param.watch(self._forget_link, "revision")
        self.visitor.words.param.watch(lambda event: self._dress(), "lang")
        self.visitor.style.param.watch(lambda event: self._dress(), "theme")

    @property
    def page(self):
        """The page object on the screen."""
        return self._built[self._page]

    def template(self) -> pn.Template:
        """The whole as a Panel template with the app's own HTML frame."""
        made = Frame((ASSETS / "template.html").read_text(encoding="utf-8"))
        made.add_panel("header", self.header)
        made.add_panel("main", box(self.notice, self.main, self.storage, self.terms, css="flow"))
        made.add_variable("html_attrs", f'data-theme="{self.visitor.style.theme}"')
        made.add_variable("app_css", theme_css() + sheet("document"))
        # before anything is painted: a browser chooses Chinese glyphs by it
        made.add_variable("app_lang", self.visitor.words.lang)
        parts = Path(__file__).with_name("parts")
        scripts = [(parts / name).read_text(encoding="utf-8") for name in SCRIPTS]
        made.add_variable("app_js", "\n".join(scripts))
        return made

    def go(self, name: str, query: dict[str, str] | None = None) -> None:
        """Show the page ``name``, built now if it was never visited, in the view of ``query``."""
        if name not in self._built:
            self._built[name] = page = PAGES[name](self.visitor)
            page.param.watch(self._forget_link, view_names(page))
        if self._page in self._built:
            self.page.active = False
        self._page = name
        self.visitor.style.lit = ""
        self._link = {}
        self._open_view(self.page, query or {})
        self.page.active = True
        self.main[:] = [self.page]
        self._dress()

    def share(self) -> None:
        """Put the whole state into the address and copy the address."""
        self._link = self._whole_link()
        self._dress()
        self.header.shared += 1

    def _whole_link(self) -> dict[str, str]:
        return {**write_state(self.visitor.state), **write_view(self.page)}

    def _forget_link(self, *events) -> None:
        """The address holds a state until the state changes: then it would say what is not so."""
        if self._link:
            self._link = {}
            self._dress()

    def _open(self, query: dict[str, str], linked: tuple[dict, list] = ({}, [])) -> None:
        """Show what a query string says; what cannot be read is told and left as it was.

        ``linked`` is the state in it, and what was wrong with it.
        """
        state, self._messages = linked[0], list(linked[1])
        now = {"page": self._page, "lang": self.visitor.words.lang,
               "theme": self.visitor.style.theme}  # fmt: skip
        for name, known in CHOICES.items():
            value = query.get(name, now[name])
            if value in known:
                now[name] = value
            else:
                self._complain(name, value, known)
        self.visitor.words.lang, self.visitor.style.theme = now["lang"], now["theme"]
        if state:
            self.visitor.state.act(**state)
        self.go(now["page"], query)
        if state:
            self._link = self._whole_link()
            self._dress()

    def _open_view(self, page, query: dict[str, str]) -> None:
        values, messages = read_view(page, query)
        self._messages += messages
        page.param.update(**values)

    def _complain(self, name: str, text: str, choices: list[str]) -> None:
        values = {"name": name, "text": text[:24], "choices": ", ".join(choices)}
        self._messages.append(("error.choice", values))

    def _tell(self) -> None:
        words = self.visitor.words
        self.notice.object = "".join(
            f'<p role="alert">{words(key, **{k: html.escape(str(v)) for k, v in values.items()})}</p>'
            for key, values in self._messages
        )

    def _dress(self) -> None:
        """Bring the header, the messages and the address up to date."""
        words, lang, theme = self.visitor.words, self.visitor.words.lang, self.visitor.style.theme
        query = {"page": self._page, "lang": lang, "theme": theme, **self._link}
        self._tell()
        self.header.param.update(
            title=words("app.title"),
            pages=[{"id": name, "title": words(f"{name}.heading"), "short": words(f"{name}.short")}
                   for name in PAGES],
            langs=[{"id": name, "title": words(f"lang.{name}")} for name in LANGUAGES],
            themes=[{"id": name, "title": words(f"theme.{name}")} for name in THEMES],
            words={name: words(f"header.{name}")
                   for name in ("skip", "nav", "lang", "theme", "share", "share_hint", "shared",
                                "copy")},
            page=self._page, lang=lang, theme=theme,
            query="?" + urlencode(query, safe=","),
        )  # fmt: skip

    def _on_message(self, kind: str, value: str) -> None:
        if kind == "query":
            # The back button goes back to a page; the arm stays as the person left it.
            known = dict(parse_qsl(value.lstrip("?")))
            self._open({name: known[name] for name in CHOICES if name in known})
        elif kind == "share":
            self.share()
        elif kind == "key":
            self._on_key(value)
        elif kind in CHOICES and value in CHOICES[kind]:
            self._messages = []
            self._set(kind, value)

    def _on_term(self, meaning: str) -> None:
        # One that has been on its way while the page was left is not drawn on the next.
        self.visitor.style.lit = meaning if meaning in TERMS.get(self._page, ()) else ""

    def _set(self, kind: str, value: str) -> None:
        with self.visitor.one_message():
            if kind == "page":
                self.go(value)
            elif kind == "lang":
                self.visitor.words.lang = value
            else:
                self.visitor.style.theme = value

    def _on_key(self, key: str) -> None:
        style, words = self.visitor.style, self.visitor.words
        state = getattr(self.page, "state", None)  # of the arm, where the page shows it
        steps = getattr(self.page, "steps", None)
        controls = getattr(self.page, "controls", None)
        if key == "p":
            self._set("theme", "light" if style.theme == "projector" else "projector")
        elif key == "t":
            self._set("theme", _after(list(THEMES), style.theme))
        elif key == "l":
            self._set("lang", _after(LANGUAGES, words.lang))
        elif steps and key in ("n", "b"):
            {"n": steps.next, "b": steps.back}[key]()
        elif state and key == "r":
            controls.randomize()
        elif state and key in ("undo", "redo"):
            {"undo": state.undo, "redo": state.redo}[key]()


def _after(choices: list[str], current: str) -> str:
    return choices[(choices.index(current) + 1) % len(choices)]
