"""Progress: what is kept, what is refused, and that tabs of one browser end up with the same."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from figures.pages import FIGURES
from figures.progress import (
    ITEMS,
    KEY,
    LIMIT,
    PAGES,
    BadProgress,
    Progress,
    keep_in_browser,
)
from figures.progress_map import ProgressMap
from figures.quiz_numbers import QUIZ
from figures.text import LANGUAGES, texts
from figures.visitor import Visitor

ALL = sorted(ITEMS)
some = st.frozensets(st.sampled_from(ALL))


def having(*items, resets=0):
    return Progress(done=frozenset(items), resets=resets)


def saved(**changes):
    """A text as it is saved, with some entries replaced; None takes one out."""
    said = {"app": "rnea", "version": 1, "resets": 0, "done": ["fig1.task.walk"], **changes}
    return json.dumps({k: v for k, v in said.items() if v is not None})


def test_items_are_the_tasks_and_questions_there_are():
    assert set(PAGES) == set(FIGURES)
    assert {"fig1.task.walk", "fig6.task.dearer", "fig2.quiz.rod", "fig6.quiz.doubling"} <= ITEMS
    assert len([i for i in ITEMS if ".quiz." in i]) == sum(map(len, QUIZ.values()))
    assert len(Progress(done=ITEMS).dump()) < LIMIT / 4


def test_share_of_a_page():
    progress = Progress()
    assert all(progress.share(page)[0] == 0 < progress.share(page)[1] for page in PAGES)
    progress.mark("fig2.task.upright")
    progress.mark("fig2.quiz.rod")
    progress.mark("fig2.quiz.rod")
    assert progress.share("fig2", "task") == (1, 3)
    assert progress.share("fig2", "quiz") == (1, 4)
    assert progress.share("fig2") == (2, 7)
    assert progress.share("fig1") == (0, 5)
    assert progress.of("fig2", "task") == {"upright"} and progress.of("fig2", "quiz") == {"rod"}
    assert sum(progress.share(page)[1] for page in PAGES) == len(ITEMS)


def test_an_unknown_item_is_an_error():
    progress = Progress()
    for item in ("fig1.task.fly", "fig7.task.walk", ""):
        with pytest.raises(KeyError):
            progress.mark(item)
    assert progress.done == frozenset()


def test_what_has_not_changed_is_not_told():
    progress, told = Progress(), []
    progress.param.watch(told.append, ["done", "resets"])
    progress.mark("fig1.task.walk")
    assert len(told) == 1
    progress.mark("fig1.task.walk")
    progress.load(progress.dump())
    progress.merge(progress.dump())
    assert len(told) == 1


def test_visitors_share_nothing():
    one, other = Progress(), Progress()
    one.mark("fig1.task.walk")
    assert other.done == frozenset()


@given(some, st.integers(0, 10**9))
def test_round_trip(done, resets):
    text = Progress(done=done, resets=resets).dump()
    fresh = Progress()
    fresh.merge(text)
    assert (fresh.done, fresh.resets) == (done, resets)
    assert fresh.dump() == text
    loaded = Progress()
    assert loaded.load(text) == (len(done), 0)
    assert (loaded.done, loaded.resets) == (done, 0)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "text"),
        ("abc", "text"),
        ("\x00\x01", "text"),
        ("{", "text"),
        ("NaN", "text"),
        (saved().replace('"resets": 0', '"resets": Infinity'), "text"),
        ("[" * (LIMIT // 2), "text"),
        ("9" * 6000, "text"),
        ("1e308", "form"),
        ("1e999", "form"),
        ("null", "form"),
        ("[]", "form"),
        ('["fig1.task.walk"]', "form"),
        ('"fig1.task.walk"', "form"),
        ("{}", "form"),
        (saved(app=None), "form"),
        (saved(app="other"), "form"),
        (saved(app=["rnea"]), "form"),
        (saved(version=None), "version"),
        (saved(version=2), "version"),
        (saved(version="1"), "version"),
        (saved(version=True), "version"),
        (saved(resets=None), "form"),
        (saved(resets=-1), "form"),
        (saved(resets=1e308), "form"),
        (saved(resets=10**300), "form"),
        (saved(resets=True), "form"),
        (saved(resets="0"), "form"),
        (saved(resets=0.0), "form"),
        (saved(done=None), "form"),
        (saved(done="fig1.task.walk"), "form"),
        (saved(done={"fig1.task.walk": True}), "form"),
        (saved(done=[1]), "form"),
        (saved(done=[None]), "form"),
        (saved(done=[["fig1.task.walk"]]), "form"),
        (saved(more=1), "form"),
        (saved() + " " * LIMIT, "large"),
        ("x" * 10_000_000, "large"),
    ],
)
def test_a_bad_file_changes_nothing_and_says_why(text, reason):
    progress = having("fig3.task.five", resets=2)
    before = progress.dump()
    for take in (progress.load, progress.merge):
        with pytest.raises(BadProgress) as bad:
            take(text)
        assert bad.value.reason == reason
        assert progress.dump() == before
    for lang in LANGUAGES:
        assert texts(lang)[f"progress.error.{reason}"]


@given(st.text() | st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(
        st.sampled_from(["app", "version", "resets", "done"]) | st.text(), inner),
).map(json.dumps))  # fmt: skip
def test_no_text_does_anything_but_load_or_be_refused(text):
    progress = having("fig3.task.five")
    try:
        progress.load(text)
    except BadProgress:
        assert progress.done == {"fig3.task.five"}
    assert progress.done <= ITEMS


def test_unknown_items_are_left_out_and_counted():
    progress = having("fig1.task.walk")
    unknown = ["fig1.task.fly", "<script>", "fig9.quiz.x", "fig9.quiz.x"]
    text = saved(done=["fig1.task.walk", "fig1.quiz.omega", *unknown])
    assert progress.load(text) == (1, 3)
    assert progress.done == {"fig1.task.walk", "fig1.quiz.omega"}


def test_a_file_adds_and_takes_nothing_away():
    progress = having("fig1.task.walk", resets=3)
    progress.load("\ufeff" + saved(done=["fig2.quiz.rod"], resets=7))
    assert progress.done == {"fig1.task.walk", "fig2.quiz.rod"} and progress.resets == 3


# Tabs


@given(some, some, st.integers(0, 2), st.integers(0, 2))
def test_merging_goes_both_ways_alike_and_twice_is_once(a, b, ra, rb):
    one, other = Progress(done=a, resets=ra), Progress(done=b, resets=rb)
    left, right = one.dump(), other.dump()
    one.merge(right)
    other.merge(left)
    assert one.dump() == other.dump()
    assert one.done == (a | b if ra == rb else a if ra > rb else b)
    before = one.dump()
    one.merge(right)
    assert one.dump() == before


class Browser:
    """The storage of one browser, and what its tabs hear of it, in the order of the deliveries."""

    def __init__(self, text=""):
        self.text, self.tabs, self.post = text, [], []

    def open(self):
        progress = Progress()
        tab = keep_in_browser(progress)
        assert tab.key == KEY and tab.limit == LIMIT
        tab.param.watch(lambda event: self.write(tab), "writes")
        self.tabs.append(tab)
        tab.progress_of_test = progress
        return tab, progress

    def start(self, tab):
        tab._handle_msg({"kind": "start", "text": self.text})

    def write(self, tab):
        if tab.text != self.text:
            self.text = tab.text
            self.post += [other for other in self.tabs if other is not tab]

    def deliver(self):
        self.post.pop(0)._handle_msg({"kind": "other", "text": self.text})

    def settle(self):
        for _ in range(1000):
            if not self.post:
                return
            self.deliver()
        raise AssertionError("the tabs talk without end")


def test_an_early_task_does_not_erase_what_was_kept():
    browser = Browser(having("fig1.task.walk").dump())
    tab, progress = browser.open()
    progress.mark("fig2.quiz.rod")
    assert "fig1.task.walk" in browser.text
    browser.start(tab)
    assert progress.done == {"fig1.task.walk", "fig2.quiz.rod"}
    assert browser.text == progress.dump()


def test_nothing_is_written_where_nothing_was_done():
    browser = Browser()
    tab, _ = browser.open()
    browser.start(tab)
    assert browser.text == "" and tab.writes == 0


def test_the_next_visit_finds_what_was_done():
    browser = Browser()
    tab, progress = browser.open()
    browser.start(tab)
    progress.mark("fig5.quiz.heat")
    tab, progress = browser.open()
    browser.start(tab)
    assert progress.done == {"fig5.quiz.heat"}


@pytest.mark.parametrize("text", ["abc", "[]", "x" * (LIMIT + 1), saved(version=9)])
def test_a_spoiled_entry_is_replaced(text):
    browser = Browser(text)
    tab, progress = browser.open()
    browser.start(tab)
    progress.mark("fig1.task.walk")
    assert browser.text == progress.dump()


def test_blocked_storage_is_told_and_hurts_nobody():
    tab, progress = Browser().open()
    tab._handle_msg({"kind": "blocked"})
    progress.mark("fig1.task.walk")
    assert not progress.kept and progress.done == {"fig1.task.walk"} and tab.writes == 0
    tab._handle_msg({})
    tab._handle_msg({"kind": "other"})
    assert progress.done == {"fig1.task.walk"}


def test_forgetting_holds_in_every_tab():
    browser = Browser()
    (a, one), (b, other) = browser.open(), browser.open()
    browser.start(a), browser.start(b)
    one.mark("fig1.task.walk")
    browser.settle()
    one.reset()
    browser.settle()
    assert one.done == other.done == frozenset()
    other.mark("fig2.quiz.rod")
    browser.settle()
    assert one.done == {"fig2.quiz.rod"}


@pytest.mark.parametrize("seed", range(60))
def test_tabs_end_up_with_the_same_whatever_the_order(seed):
    """Marks, resets and late deliveries at random in three tabs: afterwards all agree."""
    rng = np.random.default_rng(seed)
    browser = Browser()
    tabs = [browser.open() for _ in range(3)]
    for tab, _ in tabs:
        browser.start(tab)
    marked = set()
    resets = seed % 2 == 0
    for _ in range(30):
        tab, progress = tabs[rng.integers(3)]
        action = rng.random()
        if action < 0.5:
            item = str(rng.choice(ALL))
            marked.add(item)
            progress.mark(item)
        elif action < 0.55 and resets:
            progress.reset()
        elif browser.post:
            browser.deliver()
    browser.settle()
    assert len({progress.dump() for _, progress in tabs}) == 1
    assert browser.text == tabs[0][1].dump()
    assert tabs[0][1].done <= marked
    if not resets:
        assert tabs[0][1].done == marked


# The map


def opened(*items):
    visitor, progress = Visitor(), having(*items)
    return ProgressMap(visitor, progress), visitor, progress


def test_the_map_says_what_is_done():
    shown, visitor, progress = opened("fig2.quiz.rod")
    html = shown._map.object
    places = [html.index(f'data-page="{page}"') for page in PAGES]
    assert places == sorted(places)
    assert "tasks 0 of 3 · quiz 1 of 4" in html and f"1 of {len(ITEMS)}" in html
    for item in ITEMS:
        if item.startswith("fig2."):
            progress.mark(item)
    assert "tasks 3 of 3 · quiz 4 of 4 <b>✓ all done</b>" in shown._map.object
    visitor.words.lang, visitor.style.theme = "zh", "dark"
    assert "任务 3 / 3 · 测验 4 / 4" in shown._map.object
    assert "?page=fig2&amp;lang=zh&amp;theme=dark" in shown._map.object
    assert shown._reset.label == texts("zh")["progress.reset"]
    assert shown._picker.label == texts("zh")["progress.load"]


def test_saved_and_loaded_again():
    shown, _, _ = opened("fig2.quiz.rod", "fig1.task.walk")
    text = shown.save().read()
    again, _, progress = opened()
    again._picker._handle_msg({"text": text})
    assert progress.done == {"fig2.quiz.rod", "fig1.task.walk"}
    assert 'role="status"' in again._notice.view.object and "new: 2" in again._notice.view.object


def test_a_bad_file_is_told_in_either_language():
    shown, visitor, progress = opened("fig2.quiz.rod")
    shown.load("abc")
    assert 'role="alert"' in shown._notice.view.object
    assert texts("en")["progress.error.text"] in shown._notice.view.object
    visitor.words.lang = "zh"
    assert texts("zh")["progress.error.text"] in shown._notice.view.object
    shown.load("x" * (LIMIT + 1))
    assert str(LIMIT) in shown._notice.view.object
    assert progress.done == {"fig2.quiz.rod"}
    shown.load(saved(done=["fig9.task.x"]))
    assert texts("zh")["progress.left_out"].format(new=0, unknown=1) in shown._notice.view.object


def test_forgetting_asks_first():
    shown, visitor, progress = opened("fig2.quiz.rod")
    shown.reset()
    assert progress.done and shown._reset.label == texts("en")["progress.sure"]
    visitor.words.lang = "zh"
    assert shown._reset.label == texts("zh")["progress.sure"]
    shown._calm()  # time is up
    assert shown._reset.label == texts("zh")["progress.reset"]
    shown.reset()
    assert progress.done
    shown.reset()
    assert progress.done == frozenset() and progress.resets == 1
    assert shown._reset.label == texts("zh")["progress.reset"]


def test_a_browser_that_keeps_nothing_is_said_on_the_map():
    shown, _, progress = opened()
    assert texts("en")["progress.kept"] in shown._map.object
    progress.kept = False
    assert texts("en")["progress.blocked"] in shown._map.object
