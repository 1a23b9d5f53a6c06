// Light or dark, white on paper, and the key that goes to the filter.
"use strict";
{
  const { el, memory, parts } = unladen;
  const system = () => matchMedia("(prefers-color-scheme: dark)");

  function isDark() {
    const chosen = document.documentElement.dataset.theme;
    return chosen ? chosen === "dark" : system().matches;
  }

  function use(name) {
    if (name) document.documentElement.dataset.theme = name;
    else delete document.documentElement.dataset.theme;
    window.dispatchEvent(new Event("unladen-theme"));
  }

  function button() {
    const made = el("button", { type: "button", class: "theme" });
    const name = () => {
      made.textContent = isDark() ? "Light" : "Dark";
      made.ariaLabel = `${made.textContent} colours`;
    };
    made.addEventListener("click", () => {
      const wanted = isDark() ? "light" : "dark";
      memory.set("unladen-theme", wanted);
      use(wanted);
      name();
    });
    name();
    system().addEventListener("change", () => {
      use(null);
      name();
    });
    const nav = document.querySelector("header nav");
    (nav || document.querySelector("header") || document.body).append(made);
  }

  // Ink on paper is dark on white, whatever the screen shows.
  function printLight() {
    let before = null;
    window.addEventListener("beforeprint", () => {
      before = document.documentElement.dataset.theme || "";
      use("light");
    });
    window.addEventListener("afterprint", () => use(before));
  }

  function slashFocusesTheFilter(event) {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^(input|select|textarea)$/i.test(event.target.tagName)) return;
    const boxes = [...document.querySelectorAll("input[type=search]")];
    const first = boxes.find((input) => input.offsetParent);
    if (!first) return;
    event.preventDefault();
    first.focus();
  }

  const stored = memory.get("unladen-theme");
  if (stored === "dark" || stored === "light") document.documentElement.dataset.theme = stored;

  unladen.isDark = isDark;
  parts.theme = () => {
    button();
    printLight();
    document.addEventListener("keydown", slashFocusesTheFilter);
  };
}
