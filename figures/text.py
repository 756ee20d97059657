"""Words in the visitor's language: the only module that knows languages."""

from __future__ import annotations

import json
from functools import partial

import param

from figures.style import ASSETS

_FILES = sorted((ASSETS / "text").glob("*.json"))  # en.json, and theory.en.json and its like
LANGUAGES = [path.stem for path in _FILES if "." not in path.stem]


def texts(lang: str) -> dict[str, str]:
    """All texts of one language, from each of its files."""
    found = {}
    for path in _FILES:
        if path.stem.split(".")[-1] == lang:
            found |= json.loads(path.read_text(encoding="utf-8"))
    return found


_WORDS = {lang: texts(lang) for lang in LANGUAGES}


class Words(param.Parameterized):
    """All texts in one language; setting ``lang`` renews whatever was built with :meth:`ref`."""

    lang = param.Selector(default="en", objects=LANGUAGES)

    def __call__(self, key: str, **values) -> str:
        """The text of ``key`` with ``{placeholders}`` filled in. Raises ``KeyError`` if unknown."""
        return self._in(self.lang, key, values)

    def ref(self, key: str, **values):
        """A reference that a widget can take for a label: it follows the language."""
        return param.bind(partial(self._in, key=key, values=values), self.param.lang)

    @staticmethod
    def _in(lang: str, key: str, values: dict) -> str:
        text = _WORDS[lang][key]
        return text.format(**values) if values else text
