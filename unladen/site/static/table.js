// Tables: sort and filter those of the page, and build long ones from data a piece at a time.
"use strict";
(function () {
  const { el, parts, searchBox } = unladen;
  const PIECE = 120;
  const collator = new Intl.Collator("en", { numeric: true });
  let serial = 0;

  // Nothing (no value) sorts last in both directions: it is neither small nor large.
  function compare(a, b, direction) {
    const noA = a === null || a === undefined || a === "" || a !== a;
    const noB = b === null || b === undefined || b === "" || b !== b;
    if (noA || noB) return noA - noB;
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

  function mark(heads, chosen, direction) {
    for (const th of heads) th.removeAttribute("aria-sort");
    if (chosen) chosen.setAttribute("aria-sort", direction > 0 ? "ascending" : "descending");
  }

  function words(text) {
    return text.toLowerCase().split(/\s+/).filter(Boolean);
  }

  function matches(text, wanted) {
    return wanted.every((word) => text.includes(word));
  }

  function valueOf(cell) {
    if (!cell) return null;
    const text = cell.dataset.v !== undefined ? cell.dataset.v : cell.textContent.trim();
    const number = Number(text);
    return text !== "" && isFinite(number) ? number : text;
  }

  function sortable(table) {
    const heads = [...table.querySelectorAll("thead th")];
    const tbody = table.tBodies[0];
    if (!tbody) return;
    heads.forEach((th, column) => {
      if (th.classList.contains("nosort") || !th.textContent.trim()) return;
      headButton(th, null, () => {
        const direction = th.getAttribute("aria-sort") === "ascending" ? -1 : 1;
        const rows = [...tbody.rows];
        const values = rows.map((row) => valueOf(row.cells[column]));
        tbody.append(...order(values, direction).map((index) => rows[index]));
        mark(heads, th, direction);
      });
    });
  }

  function filterable(table) {
    const label = table.dataset.label || "Filter the table";
    const count = el("span", { class: "count", role: "status", "aria-live": "polite" });
    const texts = new Map();
    const input = searchBox(label, (value) => {
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
    if (!box.hasAttribute("tabindex")) {
      const name = table.caption ? table.caption.textContent : table.dataset.label || "table";
      for (const [key, value] of [["tabindex", "0"], ["role", "region"], ["aria-label", name]]) {
        box.setAttribute(key, value);
      }
    }
  }

  // columns: {label, value(row), cell(row) -> node or text, num, first (direction of the first click)}
  function long(host, options) {
    const { columns, label, onCount } = options;
    let rows = options.rows;
    let chosen = options.sort || null; // [column, direction]
    let wanted = [];
    let shown = [];
    let drawn = 0;
    const texts = new Map();
    const text = (row) => {
      if (!texts.has(row)) texts.set(row, options.text(row).toLowerCase());
      return texts.get(row);
    };
    const tbody = el("tbody");
    const heads = columns.map((column) => el("th", { scope: "col", class: column.num ? "num" : null }));
    const table = el("table", { class: options.class || null, id: options.id || null },
      el("caption", { class: "hide" }, label), el("thead", {}, el("tr", {}, ...heads)), tbody);
    const more = el("button", { type: "button", class: "more", onclick: () => draw(shown.length) });
    const count = el("span", { class: "count", role: "status", "aria-live": "polite" });
    const input = searchBox(options.filter || "Filter by name", (value) => filter(value));
    const bar = el("p", { class: "filterbar" }, input, count);
    const box = el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": label }, table);
    host.replaceChildren(...(options.filter === null ? [] : [bar]), box, more);

    function draw(until) {
      const piece = document.createDocumentFragment();
      for (; drawn < Math.min(until, shown.length); drawn += 1) {
        const cells = columns.map((column) => {
          const cell = el(column.head ? "th" : "td", { class: column.num ? "num" : null });
          if (column.head) cell.scope = "row";
          const inside = column.cell(shown[drawn]);
          cell.append(inside === null || inside === undefined ? "" : inside);
          return cell;
        });
        piece.append(el("tr", {}, ...cells));
      }
      tbody.append(piece);
      more.hidden = drawn >= shown.length;
      more.textContent = `Show all ${shown.length} rows`;
    }

    function refresh() {
      shown = wanted.length ? rows.filter((row) => matches(text(row), wanted)) : rows;
      if (chosen) {
        const values = shown.map((row) => columns[chosen[0]].value(row));
        shown = order(values, chosen[1]).map((index) => shown[index]);
      }
      tbody.replaceChildren();
      drawn = 0;
      draw(PIECE);
      count.textContent = wanted.length ? `${shown.length} of ${rows.length} rows` : `${rows.length} row${rows.length === 1 ? "" : "s"}`;
      mark(heads, chosen && heads[chosen[0]], chosen && chosen[1]);
      if (onCount) onCount(shown.length);
    }

    function filter(value) {
      input.value = value;
      wanted = words(value);
      refresh();
      if (options.onFilter) options.onFilter(value);
    }

    columns.forEach((column, index) => headButton(heads[index], column.label, () => {
      const same = chosen && chosen[0] === index;
      chosen = [index, same ? -chosen[1] : column.first || 1];
      refresh();
      if (options.onSort) options.onSort(chosen);
    }));
    if (window.IntersectionObserver) {
      new IntersectionObserver((seen) => seen[0].isIntersecting && !more.hidden && draw(drawn + PIECE),
        { rootMargin: "600px" }).observe(more);
    }
    window.addEventListener("beforeprint", () => draw(shown.length));
    refresh();
    return { filter, table, rows: (fresh) => { rows = fresh; texts.clear(); refresh(); } };
  }

  parts.tables = () => {
    document.querySelectorAll("main table").forEach((table) => {
      boxed(table);
      if (table.classList.contains("sort")) sortable(table);
      if (table.classList.contains("filter")) filterable(table);
      if (!table.id) table.dataset.number = String((serial += 1));
    });
  };
  Object.assign(unladen, { longTable: long, words, matches });
})();
