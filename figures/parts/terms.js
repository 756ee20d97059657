// What is pointed at: a marked term anywhere on the page, or what a plot says is under the pointer.

const REST = 60;  // ms: what the pointer only crosses is not spoken of

const termAt = (node) => {
  const found = node?.closest?.("[data-term], [data-pointed]");
  return found?.getAttribute("data-term") ?? found?.getAttribute("data-pointed") ?? "";
};

export function render({model}) {
  let over = "", focused = null, lit = "", waiting = null;

  const tell = () => {
    const term = over || termAt(focused);
    if (term === lit) return;
    const style = document.documentElement.style;
    style.removeProperty(`--lit-${lit}`);
    if (term !== "") style.setProperty(`--lit-${term}`, "var(--accent-soft)");
    lit = term;
    model.send_msg({term});
  };

  const soon = () => {
    clearTimeout(waiting);
    waiting = setTimeout(tell, REST);
  };
  const point = (term) => {
    if (focused?.isConnected === false) focused = null;  // its text is another by now
    else if (term === over) return;
    over = term;
    soon();
  };
  // Moves, because the document does not hear when the pointer enters another part of a component.
  // None of a drag counts: it must cost nothing.
  const onMove = (event) => { if (!event.buttons) point(termAt(event.composedPath()[0])); };
  const onLeave = (event) => { if (!event.buttons) point(""); };

  // Nor does it hear when the focus goes on within a component that has it: so ask there as well.
  const onFocus = (event) => {
    const path = event.composedPath();
    for (const node of path) if (node instanceof ShadowRoot) node.addEventListener("focusin", onFocus);
    focused = path[0];
    soon();
  };
  const onBlur = () => { focused = null; soon(); };

  const listeners = [[document, "pointermove", onMove],
    [document.documentElement, "pointerleave", onLeave], [document, "focusin", onFocus],
    [document, "focusout", onBlur]];
  for (const [target, name, listener] of listeners) target.addEventListener(name, listener);
  model.on("remove", () => {
    for (const [target, name, listener] of listeners) target.removeEventListener(name, listener);
  });
  return document.createElement("span");
}
