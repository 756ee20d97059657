// What Bokeh's widgets keep from the keyboard and from a screen reader: their names and states.
// It runs before anything is shown. The names below are Bokeh's internals: where they have changed,
// the page works as before, and tests/browser/test_accessibility.py says what is missing.
(() => {
  const views = (name) => window.Bokeh?.Models?.get(name)?.prototype.default_view.prototype;
  const after = (name, method, tell) => {
    const prototype = views(name), own = prototype?.[method];
    if (typeof own !== "function") return;
    prototype[method] = function (...given) {
      own.apply(this, given);
      tell(this);
    };
  };

  // The label of a check box is a div beside it.
  after("Checkbox", "_update_label", ({checkbox_el, model}) => {
    checkbox_el?.setAttribute("aria-label", model.label);
  });
  after("Checkbox", "render", ({checkbox_el, label_el}) => {
    label_el?.addEventListener("click", () => checkbox_el.click());
  });
  // Which of the buttons is down is told to the eye alone.
  after("panel.models.widgets.RadioButtonGroup", "_update_active", ({_buttons, model}) => {
    _buttons.forEach((button, i) => button.setAttribute("aria-pressed", i === model.active));
  });
  // A plot can have the focus though no key does anything there: the handles have a list of theirs.
  after("Canvas", "initialize", ({events_el}) => events_el?.removeAttribute("tabindex"));
  // The name of a slider is a div above it, which is written anew with each value: here once.
  const slider = views("Slider"), write = slider?._update_title;
  if (typeof write === "function") {
    slider._update_title = function () {
      const {title, show_value} = this.model;
      if (this.title_el?.firstChild != null && title === this.named && !show_value) return;
      write.call(this);
      this.named = title;
      this.slider_el?.querySelector("[role=slider]")?.setAttribute("aria-label", title);
    };
  }
})();
