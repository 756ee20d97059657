// Panel writes a text anew as a whole when a number in it changes. What the person has marked in it,
// folded open or is being read from it would be lost, and the browser would lay out all of it,
// several times a second: so where the tags are the same, only the words that differ are written.
// It runs before anything is shown. The names are Panel's internals: where they have changed, the
// texts work as before.
(() => {
  const view = window.Bokeh?.Models?.get("panel.models.markup.HTML")?.prototype.default_view.prototype;
  const write = view?.set_html;
  if (typeof write !== "function") return;

  const words = (root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT), found = [];
    while (walker.nextNode()) found.push(walker.currentNode);
    return found;
  };
  view.set_html = function (html) {
    const parts = (html ?? "").split(/(<[^>]*>)/);  // words and tags in turn
    const {container, written} = this;
    const same = written?.nodes != null && written.container === container
      && written.parts.length === parts.length && parts.every((part, i) => {
        const old = written.parts[i];
        return part === old || (i % 2 === 0 && part !== "" && old !== "" && !part.includes("&"));
      });
    if (!same) {
      write.call(this, html);
      const nodes = container == null ? [] : words(container);
      const count = parts.filter((part, i) => i % 2 === 0 && part !== "").length;
      // Spaces between the rows of a table are dropped: such a text is written as a whole.
      this.written = {container, parts, nodes: nodes.length === count ? nodes : null};
      return;
    }
    let at = 0;
    parts.forEach((part, i) => {
      if (i % 2 || part === "") return;
      if (part !== written.parts[i]) written.nodes[at].data = part;
      at += 1;
    });
    written.parts = parts;
  };
})();
