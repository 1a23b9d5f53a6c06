// The table of all benchmarks; what it is filtered and sorted by is in the address.
"use strict";
{
  const u = unladen;
  const { el, parts, hash, store } = u;
  const WORST_FIRST = { column: 3, direction: -1 };

  function nameCell(row) {
    const href = `b/${encodeURIComponent(row.slug)}.html`;
    const kind = row.series === 1 ? row.kind : `${row.kind}, ${row.series} series`;
    return el("span", {}, el("a", { href, class: "name" }, el("bdi", {}, row.name)), " ",
      el("span", { class: "quiet" }, kind));
  }

  function changeOf(row) {
    if (row.change === null) return el("span", { class: "quiet" }, "–");
    const inside = el("span", {}, u.changeCell(row.change, row.rises));
    if (row.commit !== null) inside.append(" at ", u.commitLink(row.commit));
    return inside;
  }

  const level = (value) => (value === null ? "–" : `${(100 * value).toFixed(2)} %`);
  const COLUMNS = [
    { label: "Benchmark", head: true, value: (r) => r.name, cell: nameCell },
    { label: "History", value: () => 0, cell: (r) => u.spark(r.picture, 120, 26) },
    { label: "Now", num: true, value: (r) => r.level, cell: (r) => u.amount(r.level, r.unit) },
    { label: "Against best", num: true, first: -1, value: (r) => r.lost,
      cell: (r) => u.changeCell(r.lost, false) },
    { label: "Last change", num: true, first: -1, value: (r) => r.change, cell: changeOf },
    { label: "State", value: (r) => r.state, cell: (r) => u.chip(r.state, r.change, r.rises) },
    { label: "Noise", num: true, value: (r) => r.noise, cell: (r) => level(r.noise) },
    { label: "Points", num: true, first: -1, value: (r) => r.points, cell: (r) => `${r.points}` },
  ];

  function sortOf(text) {
    const told = /^(\d)([ud])$/.exec(text || "");
    if (!told || Number(told[1]) >= COLUMNS.length) return WORST_FIRST;
    return { column: Number(told[1]), direction: told[2] === "u" ? 1 : -1 };
  }

  function sortText({ column, direction }) {
    if (column === WORST_FIRST.column && direction === WORST_FIRST.direction) return "";
    return `${column}${direction > 0 ? "u" : "d"}`;
  }

  function draw(host) {
    const now = hash.get();
    const chosen = { text: now.get("q") || "", sort: sortOf(now.get("sort")) };
    const keep = u.later(() => hash.put(
      [["q", chosen.text], ["sort", sortText(chosen.sort)]], true), 200);
    const change = (what) => {
      Object.assign(chosen, what);
      keep();
    };
    const table = u.longTable(host, {
      columns: COLUMNS, rows: store.index, sort: chosen.sort, label: "All benchmarks",
      id: "benchmarks", class: "wide", filter: "Filter by name, kind or state",
      text: (r) => `${r.name} ${r.kind} ${r.state}`,
      onFilter: (text) => change({ text }), onSort: (sort) => change({ sort }),
    });
    if (chosen.text) table.filter(chosen.text);
    hash.watch(() => {
      const wanted = hash.get().get("q") || "";
      if (wanted !== chosen.text) table.filter(wanted);
    });
  }

  parts.benchmarks = () => {
    const host = document.getElementById("index");
    if (!host) return;
    if (!store.index) u.missing(host, "index.js");
    else if (!store.index.length) {
      u.say(host, "No benchmark has a result yet. Measure first: unladen run");
    } else draw(host);
  };
}
