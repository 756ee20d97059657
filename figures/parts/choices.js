// A question as a form: radio buttons in a fieldset, so that keyboard and screen reader just work.
// What has the focus is never built anew: only its text changes.

const element = (tag, attributes = {}, ...children) => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
};

const write = (target, html) => {
  if (target.written === html) return;  // a live region would speak again
  target.written = html;
  target.innerHTML = html;
};

export function render({model}) {
  const send = (kind, value = "") => model.send_msg({kind, value});
  const title = element("h2");
  const tabs = element("div", {class: "tabs", role: "group"});
  const legend = element("legend");
  const list = element("div", {class: "choices"});
  const check = element("button", {type: "submit", class: "check"});
  const fresh = element("button", {type: "button", class: "fresh"});
  const verdict = element("div", {class: "verdict", role: "status"});
  const form = element("form", {}, element("fieldset", {}, legend, list),
    element("div", {class: "actions"}, check, fresh));
  const root = element("section", {class: "quiz"}, title, tabs, form, verdict);

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send("check", list.querySelector("input:checked")?.value ?? "");
  });
  fresh.addEventListener("click", () => send("fresh"));

  const showTabs = () => {
    while (tabs.children.length < model.tabs.length) {
      const tab = element("button", {type: "button"});
      tab.addEventListener("click", () => send("go", tab.dataset.question));
      tabs.append(tab);
    }
    model.tabs.forEach(({id, label, name, now, done}, i) => {
      const tab = tabs.children[i];
      tab.dataset.question = id;
      tab.textContent = label;
      tab.title = name;
      tab.className = done ? "done" : "";
      tab.setAttribute("aria-label", name);
      tab.setAttribute("aria-current", now);
    });
    tabs.setAttribute("aria-label", model.words.tabs);
  };

  let drawn = null;
  const showChoices = () => {
    if (drawn !== model.draw) {
      drawn = model.draw;
      list.replaceChildren(...model.choices.map(({id, chosen}) => {
        const radio = element("input", {type: "radio", name: "choice", value: id});
        radio.checked = chosen;
        return element("label", {}, radio, element("span"), element("b", {role: "img"}));
      }));
    }
    model.choices.forEach(({text, mark, hint, state}, i) => {
      const [, words, sign] = list.children[i].children;
      list.children[i].className = state;
      write(words, text);
      sign.textContent = mark;
      sign.hidden = mark === "";
      sign.setAttribute("aria-label", hint);
    });
  };

  const show = () => {
    write(title, model.words.title);
    write(legend, model.question);
    check.textContent = model.words.check;
    fresh.textContent = model.words.fresh;
    fresh.hidden = !model.fresh;
    verdict.className = `verdict ${model.verdict.kind}`;
    write(verdict, model.verdict.html);
    showTabs();
    showChoices();
  };

  for (const name of ["tabs", "question", "choices", "draw", "fresh", "verdict", "words"]) {
    model.on(name, show);
  }
  show();
  return root;
}
