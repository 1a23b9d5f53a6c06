// A long table: built from data a piece at a time, sorted and filtered before it is drawn.
"use strict";
{
  const { el, searchBox, order, headButton, markSorted, words, matches } = unladen;
  const PIECE = 120;

  // options.columns: {label, value(row), cell(row) -> node or text, num, head,
  //                   first (direction of the first click)}
  // options.sort, if any: {column (its place), direction}
  function longTable(host, options) {
    const list = {
      options, rows: options.rows, sort: options.sort || null, wanted: [], shown: [], drawn: 0,
      texts: new Map(), ...frame(options),
    };
    place(host, list);
    options.columns.forEach((column, index) => {
      headButton(list.heads[index], column.label, () => sortBy(list, index));
    });
    drawWhenSeen(list);
    window.addEventListener("beforeprint", () => draw(list, list.shown.length));
    refresh(list);
    return { filter: (text) => filter(list, text), table: list.table };
  }

  function frame({ columns, label, ...options }) {
    const heads = columns.map((column) => el("th", {
      scope: "col", class: column.num ? "num" : null,
    }));
    const tbody = el("tbody");
    const table = el("table", { class: options.class || null, id: options.id || null },
      el("caption", { class: "hide" }, label), el("thead", {}, el("tr", {}, ...heads)), tbody);
    return { heads, tbody, table };
  }

  function place(host, list) {
    const { options } = list;
    list.more = el("button", {
      type: "button", class: "more", onclick: () => draw(list, list.shown.length),
    });
    list.count = unladen.counter();
    list.input = searchBox(options.filter || "Filter by name", (value) => filter(list, value));
    const bar = el("p", { class: "filterbar" }, list.input, list.count);
    const box = el("div", {
      class: "scroll", tabindex: 0, role: "region", "aria-label": options.label,
    }, list.table);
    host.replaceChildren(...(options.filter === null ? [] : [bar]), box, list.more);
  }

  function cellOf(column, row) {
    const cell = el(column.head ? "th" : "td", { class: column.num ? "num" : null });
    if (column.head) cell.scope = "row";
    const inside = column.cell(row);
    cell.append(inside === null || inside === undefined ? "" : inside);
    return cell;
  }

  function draw(list, until) {
    const piece = document.createDocumentFragment();
    for (; list.drawn < Math.min(until, list.shown.length); list.drawn += 1) {
      const row = list.shown[list.drawn];
      piece.append(el("tr", {}, ...list.options.columns.map((column) => cellOf(column, row))));
    }
    list.tbody.append(piece);
    list.more.hidden = list.drawn >= list.shown.length;
    list.more.textContent = `Show all ${list.shown.length} rows`;
  }

  function textOf(list, row) {
    if (!list.texts.has(row)) list.texts.set(row, list.options.text(row).toLowerCase());
    return list.texts.get(row);
  }

  function refresh(list) {
    const { rows, wanted, sort } = list;
    list.shown = wanted.length ? rows.filter((row) => matches(textOf(list, row), wanted)) : rows;
    if (sort) {
      const values = list.shown.map((row) => list.options.columns[sort.column].value(row));
      list.shown = order(values, sort.direction).map((index) => list.shown[index]);
    }
    list.tbody.replaceChildren();
    list.drawn = 0;
    draw(list, PIECE);
    list.count.textContent = wanted.length ? `${list.shown.length} of ${rows.length} rows`
      : `${rows.length} row${rows.length === 1 ? "" : "s"}`;
    markSorted(list.heads, sort && list.heads[sort.column], sort && sort.direction);
  }

  function filter(list, text) {
    list.input.value = text;
    list.wanted = words(text);
    refresh(list);
    if (list.options.onFilter) list.options.onFilter(text);
  }

  function sortBy(list, column) {
    const again = list.sort && list.sort.column === column;
    const first = list.options.columns[column].first || 1;
    list.sort = { column, direction: again ? -list.sort.direction : first };
    refresh(list);
    if (list.options.onSort) list.options.onSort(list.sort);
  }

  function drawWhenSeen(list) {
    if (!window.IntersectionObserver) return;
    const seen = ([entry]) => {
      if (entry.isIntersecting && !list.more.hidden) draw(list, list.drawn + PIECE);
    };
    new IntersectionObserver(seen, { rootMargin: "600px" }).observe(list.more);
  }

  unladen.longTable = longTable;
}
