// Tables that stand in the page: sorted and filtered; what the long ones share with them.
"use strict";
{
  const { el, parts, searchBox } = unladen;
  const collator = new Intl.Collator("en", { numeric: true });
  const isNothing = (value) => value === null || value === undefined || value === "" ||
    Number.isNaN(value);

  // Nothing (no value) sorts last in both directions: it is neither small nor large.
  function compare(a, b, direction) {
    if (isNothing(a) || isNothing(b)) return isNothing(a) - isNothing(b);
    if (typeof a === "number" && typeof b === "number") return (a - b) * direction;
    return collator.compare(String(a), String(b)) * direction;
  }

  function order(values, direction) {
    const indices = values.map((_, index) => index);
    return indices.sort((a, b) => compare(values[a], values[b], direction) || a - b);
  }

  function headButton(th, label, handler) {
    const button = el("button", { type: "button", class: "sorter" });
    button.append(...(label === null ? [...th.childNodes] : [label]));
    button.addEventListener("click", handler);
    th.replaceChildren(button);
  }

  function markSorted(heads, chosen, direction) {
    for (const th of heads) th.removeAttribute("aria-sort");
    if (chosen) chosen.setAttribute("aria-sort", direction > 0 ? "ascending" : "descending");
  }

  const words = (text) => text.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = (text, wanted) => wanted.every((word) => text.includes(word));

  function valueOf(cell) {
    if (!cell) return null;
    const text = cell.dataset.v !== undefined ? cell.dataset.v : cell.textContent.trim();
    const number = Number(text);
    return text !== "" && isFinite(number) ? number : text;
  }

  function sortBy(table, heads, column) {
    const th = heads[column];
    const direction = th.getAttribute("aria-sort") === "ascending" ? -1 : 1;
    const tbody = table.tBodies[0];
    const rows = [...tbody.rows];
    const values = rows.map((row) => valueOf(row.cells[column]));
    tbody.append(...order(values, direction).map((index) => rows[index]));
    markSorted(heads, th, direction);
  }

  function sortable(table) {
    if (!table.tBodies[0]) return;
    const heads = [...table.querySelectorAll("thead th")];
    heads.forEach((th, column) => {
      if (th.classList.contains("nosort") || !th.textContent.trim()) return;
      headButton(th, null, () => sortBy(table, heads, column));
    });
  }

  function counter() {
    return el("span", { class: "count", role: "status", "aria-live": "polite" });
  }

  function filterable(table) {
    const count = counter();
    const texts = new Map();
    const input = searchBox(table.dataset.label || "Filter the table", (value) => {
      const wanted = words(value);
      let shown = 0;
      const rows = [...table.tBodies[0].rows];
      for (const row of rows) {
        if (!texts.has(row)) texts.set(row, row.textContent.toLowerCase());
        row.hidden = !matches(texts.get(row), wanted);
        shown += !row.hidden;
      }
      count.textContent = wanted.length ? `${shown} of ${rows.length} rows` : "";
    });
    const box = table.closest(".scroll") || table;
    box.before(el("p", { class: "filterbar" }, input, count));
  }

  // Wide tables scroll in a box of their own; a box that scrolls must be reachable by keyboard.
  function boxed(table) {
    let box = table.closest(".scroll");
    if (!box) {
      box = el("div", { class: "scroll" });
      table.replaceWith(box);
      box.append(table);
    }
    if (box.hasAttribute("tabindex")) return;
    box.setAttribute("tabindex", "0");
    box.setAttribute("role", "region");
    box.setAttribute("aria-label",
      table.caption ? table.caption.textContent : table.dataset.label || "table");
  }

  parts.tables = () => {
    document.querySelectorAll("main table").forEach((table) => {
      boxed(table);
      if (table.classList.contains("sort")) sortable(table);
      if (table.classList.contains("filter")) filterable(table);
    });
  };
  Object.assign(unladen, { order, headButton, markSorted, counter, words, matches });
}
