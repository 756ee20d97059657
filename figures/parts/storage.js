// One entry of the browser's storage. Where storage is blocked, reading or writing throws.

export function render({model}) {
  const tell = (kind) => {
    try {
      const text = window.localStorage.getItem(model.key) ?? "";
      model.send_msg({kind, text: text.slice(0, model.limit + 1)});
    } catch {
      model.send_msg({kind: "blocked"});
    }
  };
  const write = () => {
    try {
      window.localStorage.setItem(model.key, model.text);
    } catch {
      model.send_msg({kind: "blocked"});
    }
  };
  // Comes in the other tabs only, and only when the text is another; key is null when all is cleared.
  const onStorage = (event) => {
    if (event.key === model.key && event.newValue !== null) tell("other");
  };
  model.on("writes", write);
  model.on("remove", () => window.removeEventListener("storage", onStorage));
  window.addEventListener("storage", onStorage);
  tell("start");
  return document.createElement("span");
}
