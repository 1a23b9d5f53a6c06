// All benchmarks as small multiples, by module: a look finds the one that moved.
"use strict";
{
  const u = unladen;
  const { el, parts, hash, store } = u;
  const [WIDTH, HEIGHT] = [168, 56];
  const ORDERS = { "": "by module", lost: "worst against best first", change: "last step first" };

  const module = (row) => row.name.split(".")[0];

  function card(row) {
    const rest = row.name.slice(module(row).length + 1) || row.name;
    const what = row.lost > 0.02 ? u.changeCell(row.lost, false)
      : el("span", { class: "quiet" }, "at its best");
    const count = row.series > 1 ? `, ${row.series} series` : "";
    return el("a", {
      class: "tile", href: `b/${encodeURIComponent(row.slug)}.html`, title: row.name,
    }, u.spark(row.picture, WIDTH, HEIGHT), el("bdi", { class: "name" }, rest),
    el("span", { class: "quiet" }, u.amount(row.level, row.unit), count, " "), what);
  }

  function section(name, rows) {
    const worse = rows.filter((row) => row.lost > 0.02).length;
    const told = worse ? `${rows.length}, ${worse} below their best` : `${rows.length}`;
    return el("section", { class: "module" },
      name ? el("h2", {}, el("bdi", {}, name), " ", el("span", { class: "quiet" }, told)) : "",
      el("div", { class: "tiles" }, ...rows.map(card)));
  }

  function groups(rows, order) {
    if (order === "lost") return [["", [...rows].sort((a, b) => b.lost - a.lost)]];
    if (order === "change") {
      const placed = (row) => (row.commit === null ? -1 : row.commit);
      return [["", [...rows].sort((a, b) => placed(b) - placed(a))]];
    }
    const found = new Map();
    for (const row of rows) {
      const name = module(row);
      found.set(name, [...(found.get(name) || []), row]);
    }
    return [...found];
  }

  function draw(host) {
    const now = hash.get();
    const chosen = { text: now.get("q") || "", order: now.get("order") || "" };
    const count = u.counter();
    const body = el("div", {});
    const fill = () => {
      const wanted = u.words(chosen.text);
      const rows = store.index.filter((row) => u.matches(row.name.toLowerCase(), wanted));
      body.replaceChildren(...groups(rows, chosen.order).map(([name, all]) => section(name, all)));
      count.textContent = `${rows.length} of ${store.index.length} benchmarks`;
    };
    const keep = u.later(() => {
      fill();
      hash.put([["q", chosen.text], ["order", chosen.order]], true);
    }, 150);
    const input = u.searchBox("Filter by name", (text) => {
      chosen.text = text;
      keep();
    });
    input.value = chosen.text;
    const box = el("select", {
      onchange: (event) => {
        chosen.order = event.target.value;
        keep();
      },
    }, ...Object.entries(ORDERS).map(([value, text]) => el("option", {
      value, selected: value === chosen.order,
    }, text)));
    host.replaceChildren(
      el("p", { class: "filterbar" }, input, el("label", {}, "order ", box), count), body);
    fill();
  }

  parts.grid = () => {
    const host = document.getElementById("grid");
    if (!store.index) u.missing(host, "index.js");
    else if (!store.index.length) {
      u.say(host, "No benchmark has a result yet. Measure first: unladen run");
    } else draw(host);
  };
}
