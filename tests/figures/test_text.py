"""Both languages say the same things, and every text that is asked for exists."""

import json
import re
from pathlib import Path
from string import Formatter

import pytest

from figures.text import LANGUAGES, Words, texts

ROOT = Path(__file__).resolve().parents[2]
TEXTS = {lang: texts(lang) for lang in LANGUAGES}


def placeholders(text):
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def formulas(text):
    """Everything that is the same in every language: markup and mathematical signs."""
    return sorted(re.findall(r"</?\w+>|[θωατμ‖][\u0300-\u036f]*[₀-₉]*|[₀-₉]+|[<≤≥=↔]", text))


def test_there_are_both_languages():
    assert set(LANGUAGES) == {"en", "zh"}


def test_no_key_stands_in_two_files():
    paths = [*(ROOT / "assets/text").glob("*en.json")]
    keys = [key for path in paths for key in json.loads(path.read_text(encoding="utf-8"))]
    assert len(keys) == len(set(keys)) == len(TEXTS["en"])


def test_both_languages_have_the_same_keys():
    assert set(TEXTS["en"]) == set(TEXTS["zh"])


@pytest.mark.parametrize("key", sorted(TEXTS["en"]))
def test_placeholders_and_formulas_agree(key):
    en, zh = TEXTS["en"][key], TEXTS["zh"][key]
    assert placeholders(en) == placeholders(zh)
    assert formulas(en) == formulas(zh)
    assert en.strip() and zh.strip()


def test_a_reader_of_one_language_never_meets_the_other():
    chinese = re.compile(r"[\u3400-\u9fff]")
    mixed = {k for k, text in TEXTS["en"].items() if chinese.search(text)} - {"lang.zh"}
    assert mixed == set()
    words = re.compile(r"[A-Za-z]{4,}")
    known = {"RNEA", "Shift", "Page", "Down", "English", "Ctrl", "Walker", "Orin"}
    known |= {"Hollerbach", "Pinocchio", "RBDL", "Drake", "MuJoCo", "CRBA"}
    foreign = {
        key: found
        for key, text in TEXTS["zh"].items()
        if (
            found := set(words.findall(re.sub(r"<sub>\w*</sub>|<[^>]*>|\{\w+\}", "", text))) - known
        )
    }
    assert foreign == {}


def test_every_key_in_the_code_exists():
    source = "\n".join(
        path.read_text(encoding="utf-8")
        for path in [*ROOT.glob("figures/**/*.py"), ROOT / "app.py"]
    )
    asked = set(
        re.findall(r"""(?:words|ref|words\.ref|say|text)\(\s*"([a-z][\w.]+\.[\w.]+)\"""", source)
    )
    assert len(asked) > 30
    assert asked - set(TEXTS["en"]) == set()


def test_every_preset_challenge_and_page_has_its_words():
    presets = json.loads((ROOT / "assets/presets.json").read_text(encoding="utf-8"))
    tasks = json.loads((ROOT / "assets/challenges.json").read_text(encoding="utf-8"))
    needed = {f"preset.{p['id']}" for page in presets.values() for p in page}
    for page, items in tasks.items():
        needed |= {f"{page}.{part}" for part in ("heading", "intro", "question", "answer", "short")}
        for task in items:
            needed |= {f"{page}.task.{task['id']}", f"{page}.task.{task['id']}.why"}
            needed |= {f"measure.{c[0]}" for c in task["all"] if c[0] != "gravity"}
    assert needed - set(TEXTS["en"]) == set()


def test_a_reference_follows_the_language():
    words = Words()
    reference = words.ref("button.next")
    assert reference() == TEXTS["en"]["button.next"]
    words.lang = "zh"
    assert reference() == TEXTS["zh"]["button.next"]


def test_unknown_language_and_key_are_refused():
    words = Words()
    with pytest.raises(ValueError):
        words.lang = "tlh"
    with pytest.raises(KeyError):
        words("no.such.key")
