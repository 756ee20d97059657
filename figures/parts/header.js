// The header bar, and everything that concerns the window rather than a page.

const element = (tag, attributes = {}, ...children) => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
};

// Letters that a field needs for itself are not shortcuts.
const belongsElsewhere = (event) => {
  const target = event.composedPath()[0];
  return target.matches?.("input:not([type=checkbox], [type=radio]), textarea, select") ?? false;
};

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {  // no clipboard without https: take the old way
    const area = element("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}

export function render({model}) {
  const root = element("header", {class: "bar"});
  const send = (kind, value = "") => model.send_msg({kind, value});
  const choice = (kind, items, current) => {
    const group = element("div", {class: "choice", role: "group", "aria-label": model.words[kind]});
    for (const {id, title} of items) {
      const item = element("button", {type: "button", "data-choice": `${kind}-${id}`,
        "aria-pressed": id === current, ...(kind === "lang" && {lang: id})}, title);
      item.addEventListener("click", () => send(kind, id));
      group.append(item);
    }
    return group;
  };

  // Past the navigation, for those who come by Tab.
  const skip = element("a", {href: "#main", class: "skip"});
  skip.addEventListener("click", (event) => {
    event.preventDefault();
    const main = document.querySelector("main");
    main.tabIndex = -1;
    main.addEventListener("blur", () => main.removeAttribute("tabindex"), {once: true});
    main.focus();
  });
  const note = element("span", {class: "note", role: "status"});
  const draw = () => {
    // What has the focus is made anew: the focus must not fall back to the top of the page.
    const {page, choice: chosen} = root.getRootNode().activeElement?.dataset ?? {};
    skip.textContent = model.words.skip;
    const nav = element("nav", {"aria-label": model.words.nav});
    for (const {id, title, short} of model.pages) {
      const link = element("a", {href: `?page=${id}&lang=${model.lang}&theme=${model.theme}`,
        title, "data-page": id}, short);
      if (id === model.page) link.setAttribute("aria-current", "page");
      nav.append(link);
    }
    const share = element("button", {type: "button", "data-choice": "share",
      title: model.words.share_hint},
      model.words.share);
    share.addEventListener("click", () => send("share"));
    root.replaceChildren(skip, element("strong", {}, model.title), nav, note, share,
      choice("theme", model.themes, model.theme), choice("lang", model.langs, model.lang));
    const focused = page != null ? `[data-page="${page}"]` : `[data-choice="${chosen}"]`;
    root.querySelector(focused)?.focus({preventScroll: true});
  };

  const dress = () => {
    const page = model.pages.find(({id}) => id === model.page);
    document.documentElement.lang = model.lang;
    document.documentElement.dataset.theme = model.theme;
    document.title = page == null ? model.title : `${page.title} · ${model.title}`;
  };

  let shownPage = model.page;
  const address = () => {
    if (model.query !== "" && model.query !== window.location.search) {
      const step = model.page === shownPage ? "replaceState" : "pushState";
      window.history[step]({}, "", model.query);
    }
    shownPage = model.page;
  };

  const onKey = (event) => {
    if (belongsElsewhere(event) || event.altKey) return;
    const key = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey) {
      if (key === "z" || key === "y") {
        event.preventDefault();
        send("key", key === "y" || event.shiftKey ? "redo" : "undo");
      }
    } else if (key.length === 1 && "nbptrl?".includes(key)) {
      send("key", key);
    }
  };
  // A link to a page anywhere in the app changes the page and keeps the state of the arm.
  const onClick = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    const link = event.composedPath().find((node) => node.matches?.("a[data-page]"));
    if (link == null) return;
    event.preventDefault();
    send("page", link.dataset.page);
  };
  const onBack = () => {
    shownPage = new URLSearchParams(window.location.search).get("page") ?? "home";
    send("query", window.location.search);
  };

  // Bokeh keeps the models of a page that has been left, so that two plots have the same name.
  const forget = () => setTimeout(() => {
    for (const document of window.Bokeh?.documents ?? []) document._recompute_all_models?.();
  }, 0);

  model.on("query", address);
  model.on("page", forget);
  for (const name of ["pages", "page", "lang", "theme", "words", "title"]) {
    model.on(name, () => { draw(); dress(); });
  }
  model.on("shared", async () => {
    const done = await copy(window.location.origin + window.location.pathname + model.query);
    note.textContent = done ? model.words.shared : model.words.copy;
    setTimeout(() => { note.textContent = ""; }, 4000);
  });
  model.on("remove", () => {
    document.removeEventListener("keydown", onKey);
    document.removeEventListener("click", onClick);
    window.removeEventListener("popstate", onBack);
  });
  document.addEventListener("keydown", onKey);
  document.addEventListener("click", onClick);
  window.addEventListener("popstate", onBack);
  draw();
  dress();
  address();
  return root;
}
