// Handles of the arm as a list of sliders in the sense of ARIA: Tab reaches each, keys move it.
const KEYS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "PageUp", "PageDown"];

export function render({model}) {
  const group = document.createElement("div");
  group.className = "handles";
  group.setAttribute("role", "group");
  const style = document.createElement("style");
  style.textContent = `
    .handles { display: flex; flex-wrap: wrap; gap: 6px; }
    .handle { flex: 1 1 auto; padding: 4px 4px; border: 1px solid var(--line); border-radius: 6px;
      background: var(--surface); color: var(--text); font: var(--size-ui-text)/1.3 var(--font); cursor: default;
      font-variant-numeric: tabular-nums; text-align: center; white-space: nowrap; }
    .handle:focus { outline: 3px solid var(--accent); outline-offset: 1px; }
    .handle span { color: var(--muted); margin-left: 4px; }`;
  const items = [];
  const make = (index) => {
    const item = document.createElement("div");
    item.className = "handle";
    item.tabIndex = 0;
    item.setAttribute("role", "slider");
    item.append(document.createTextNode(""), document.createElement("span"));
    item.addEventListener("keydown", (event) => {
      if (!KEYS.includes(event.key) || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      event.stopPropagation();
      model.send_msg({index, key: event.key, shift: event.shiftKey});
    });
    return item;
  };
  const set = (item, name, value) => {
    if (item.getAttribute(name) !== `${value}`) item.setAttribute(name, value);
  };
  const write = (node, text) => {  // the same text anew would be laid out anew
    if (node.textContent !== text) node.textContent = text;
  };
  const show = () => {
    while (items.length > model.labels.length) items.pop().remove();
    while (items.length < model.labels.length) {
      items.push(make(items.length));
      group.append(items.at(-1));
    }
    group.setAttribute("aria-label", model.hint);
    group.title = model.hint;
    items.forEach((item, i) => {
      write(item.firstChild, model.labels[i]);
      write(item.lastChild, model.values[i] ?? "");
      set(item, "aria-label", model.labels[i]);
      set(item, "aria-valuemin", model.low);
      set(item, "aria-valuemax", model.high);
      set(item, "aria-valuenow", model.numbers[i] ?? 0);
      set(item, "aria-valuetext", model.values[i] ?? "");
    });
  };
  for (const name of ["labels", "values", "numbers", "hint"]) model.on(name, show);
  show();
  const root = document.createElement("div");
  root.append(style, group);
  return root;
}
