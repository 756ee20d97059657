"""The chapter as a map on the home page: its six figures, and how much of each is done."""

from __future__ import annotations

import io

from figures.notice import Notice
from figures.parts.picker import Picker
from figures.parts.widgets import block, box, button, download
from figures.progress import LIMIT, PAGES, BadProgress, Progress
from figures.style import sheet

SURE_MS = 6000  # for so long a second press means yes


class ProgressMap:
    """Shows ``progress`` as the way through the chapter, and lets it be saved, loaded, forgotten."""

    def __init__(self, visitor, progress: Progress):
        self.visitor, self.progress = visitor, progress
        words = visitor.words
        self._map = block("", "map")
        self._map.stylesheets = [*self._map.stylesheets, sheet("map")]
        self._notice = Notice(visitor)
        self._cancel = None  # set while the next press of reset means yes
        self._reset = button("", self.reset)
        self._picker = Picker(self.load, limit=LIMIT)
        save = download(words.ref("progress.save"), "rnea-progress.json", self.save)
        self.view = box(
            self._map, self._notice.view,
            box(save, self._picker, self._reset, css="flow", classes=["actions"]), css="flow",
        )  # fmt: skip
        progress.param.watch(lambda *events: self.relabel(), ["done", "kept"])
        words.param.watch(lambda event: self.relabel(), "lang")
        visitor.style.param.watch(lambda event: self.relabel(), "theme")  # it is in the links
        self.relabel()

    def relabel(self) -> None:
        """Show all in the present language."""
        words = self.visitor.words
        with self.visitor.one_message():
            self._map.object = self._html()
            self._picker.label = words("progress.load")
            self._reset.label = words("progress.sure" if self._cancel else "progress.reset")
            self._notice.relabel()

    def save(self) -> io.StringIO:
        """The progress as a file in memory."""
        return io.StringIO(self.progress.dump())

    def load(self, text: str) -> None:
        """Add what a file says, or say why it cannot be used."""
        with self.visitor.one_message():
            self._calm()
            try:
                new, unknown = self.progress.load(text)
            except BadProgress as bad:
                self._notice.say(f"progress.error.{bad.reason}", limit=LIMIT)
            else:
                key = "progress.left_out" if unknown else "progress.loaded"
                self._notice.tell(key, new=new, unknown=unknown)

    def reset(self) -> None:
        """Forget all at the second press; the first one only asks."""
        with self.visitor.one_message():
            if self._cancel is None:
                self._cancel = self.visitor.later(SURE_MS, self._calm)
                self._notice.hush()
            else:
                self.progress.reset()
                self._calm()
                self._notice.tell("progress.forgotten")
            self.relabel()

    def _calm(self) -> None:
        """The next press of reset asks again."""
        if self._cancel is not None:
            self._cancel()
            self._cancel = None
            self.relabel()

    def _html(self) -> str:
        words, progress = self.visitor.words, self.progress
        items = "".join(self._item(page) for page in PAGES)
        done, total = (sum(part) for part in zip(*map(progress.share, PAGES), strict=True))
        whole = words("progress.whole", done=done, total=total)
        kept = words("progress.kept" if progress.kept else "progress.blocked")
        return (
            f"<h2>{words('progress.title')}</h2><p>{whole} {_bar(done, total)}</p>"
            f"<ol>{items}</ol><p class='kept'>{kept}</p>"
        )

    def _item(self, page: str) -> str:
        words, share = self.visitor.words, self.progress.share
        (tasks, all_tasks), (quiz, all_quiz) = share(page, "task"), share(page, "quiz")
        done, total = share(page)
        said = words(
            "progress.share", tasks=tasks, all_tasks=all_tasks, quiz=quiz, all_quiz=all_quiz
        )
        if done == total:
            said += f" <b>✓ {words('progress.all')}</b>"
        address = f"?page={page}&amp;lang={words.lang}&amp;theme={self.visitor.style.theme}"
        return (
            f'<li><a href="{address}" data-page="{page}"><strong>{words(f"{page}.heading")}</strong>'
            f'<span class="way">{words(f"progress.way.{page}")}</span>'
            f"<span>{words(f'{page}.intro')}</span>"
            f'<span class="share">{_bar(done, total)} {said}</span></a></li>'
        )


def _bar(done: int, total: int) -> str:
    """A bar for the eye; the text beside it says the same."""
    return f'<progress value="{done}" max="{total}" aria-hidden="true"></progress>'
