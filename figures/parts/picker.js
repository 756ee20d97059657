// The browser's own file field, with our words on it: its own are in the browser's language.

export function render({model}) {
  const label = document.createElement("label");
  const words = document.createElement("span");
  const input = document.createElement("input");
  input.type = "file";
  input.accept = ".json,application/json";
  label.append(words, input);

  input.addEventListener("change", async () => {
    const file = input.files[0];
    if (file == null) return;
    let text = "";
    try {
      text = await file.slice(0, 4 * (model.limit + 1)).text();  // a character has up to 4 bytes
    } catch { /* gone, or not readable: an empty text is refused like any other */ }
    input.value = "";  // so that the same file can be chosen again
    model.send_msg({text: text.slice(0, model.limit + 1)});
  });

  const show = () => { words.textContent = model.label; };
  model.on("label", show);
  show();
  return label;
}
