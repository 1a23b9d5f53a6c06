// The overview's filters, and the table of all benchmarks.
"use strict";
(function () {
  const u = unladen;
  const { el, parts, hash, store } = u;

  function rowState(row) {
    if (row.dataset.state) return row.dataset.state;
    const chip = row.querySelector("[class*='state-']");
    const name = chip && [...chip.classList].find((c) => c.startsWith("state-"));
    return name ? name.slice("state-".length).replace(/-/g, " ") : "";
  }

  function rowDirection(row) {
    if (row.dataset.direction) return row.dataset.direction;
    if (row.querySelector(".change-up, .verdict-slower")) return "slower";
    return row.querySelector(".change-down, .verdict-faster") ? "faster" : "";
  }

  function select(label, values) {
    return el("label", {}, `${label} `, el("select", {},
      ...values.map(([value, text]) => el("option", { value }, text))));
  }

  function overview() {
    const events = [...document.querySelectorAll("article.event")];
    if (!events.length) return;
    const found = events.map((article) => {
      const rows = [...article.querySelectorAll("tbody tr")].map((row) => ({
        row, state: rowState(row), direction: rowDirection(row), text: row.textContent.toLowerCase(),
      }));
      const heading = article.querySelector("h2, h3, header");
      return { article, rows, text: heading ? heading.textContent.toLowerCase() : "" };
    });
    const states = [...new Set(found.flatMap((one) => one.rows.map((r) => r.state)))].filter(Boolean).sort();
    const input = u.searchBox("Filter by benchmark or commit", () => change());
    const state = select("state", [["", "any"], ...states.map((s) => [s, s])]);
    const way = select("direction", [["", "both"], ["slower", "worse"], ["faster", "better"]]);
    const count = el("span", { class: "count", role: "status", "aria-live": "polite" });
    events[0].before(el("p", { class: "filterbar" }, input, state, way, count));
    const [stateBox, wayBox] = [state.querySelector("select"), way.querySelector("select")];

    function apply() {
      const wanted = u.words(input.value);
      let shown = 0;
      for (const { article, rows, text } of found) {
        let here = 0;
        for (const one of rows) {
          one.row.hidden = !((!stateBox.value || one.state === stateBox.value) &&
            (!wayBox.value || one.direction === wayBox.value) && u.matches(`${text} ${one.text}`, wanted));
          here += !one.row.hidden;
        }
        const any = stateBox.value || wayBox.value || wanted.length;
        article.hidden = Boolean(any) && !here && !(rows.length === 0 && u.matches(text, wanted));
        shown += !article.hidden;
      }
      count.textContent = `${shown} of ${events.length} events`;
    }
    const remember = u.later(() => hash.put(
      [["q", input.value], ["state", stateBox.value], ["direction", wayBox.value]], true), 200);
    function change() {
      apply();
      remember();
    }
    function read() {
      const now = hash.get();
      input.value = now.get("q") || "";
      stateBox.value = states.includes(now.get("state")) ? now.get("state") : "";
      wayBox.value = ["slower", "faster"].includes(now.get("direction")) ? now.get("direction") : "";
      apply();
    }
    stateBox.addEventListener("change", change);
    wayBox.addEventListener("change", change);
    hash.watch(read);
    read();
  }

  const NAMES = ["slug", "name", "kind", "series", "points", "lost", "change", "commit", "state", "level",
    "unit", "noise"];

  function nameCell(row) {
    const href = `b/${encodeURIComponent(row.slug)}.html`;
    return el("span", {}, el("a", { href, class: "name" }, el("bdi", {}, row.name)), " ",
      el("span", { class: "quiet" }, row.series === 1 ? row.kind : `${row.kind}, ${row.series} series`));
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
    { label: "Now", num: true, value: (r) => r.level, cell: (r) => u.amount(r.level, r.unit) },
    { label: "Against best", num: true, first: -1, value: (r) => r.lost,
      cell: (r) => u.changeCell(r.lost, false) },
    { label: "Last change", num: true, first: -1, value: (r) => r.change, cell: changeOf },
    { label: "State", value: (r) => r.state, cell: (r) => u.chip(r.state) },
    { label: "Noise", num: true, value: (r) => r.noise, cell: (r) => level(r.noise) },
    { label: "Points", num: true, first: -1, value: (r) => r.points, cell: (r) => String(r.points) },
  ];

  function benchmarks() {
    const host = document.getElementById("index");
    if (!host) return;
    if (!store.index) {
      u.missing(host, "index.js");
      return;
    }
    if (!store.index.length) {
      u.say(host, "No benchmark has a result yet. Measure first: unladen run");
      return;
    }
    const rows = store.index.map((values) => {
      const row = Object.fromEntries(NAMES.map((name, i) => [name, values[i] === undefined ? null : values[i]]));
      row.rises = Boolean(values[12]);
      return row;
    });
    const now = hash.get();
    const remembered = /^(\d)([ud])$/.exec(now.get("sort") || "");
    let sort = remembered ? [Number(remembered[1]), remembered[2] === "u" ? 1 : -1] : [2, -1];
    if (sort[0] >= COLUMNS.length) sort = [2, -1];
    let text = now.get("q") || "";
    const keep = u.later(() => hash.put([["q", text],
      ["sort", sort[0] === 2 && sort[1] === -1 ? "" : `${sort[0]}${sort[1] > 0 ? "u" : "d"}`]], true), 200);
    const table = u.longTable(host, {
      columns: COLUMNS, rows, sort, label: "All benchmarks", id: "benchmarks", class: "wide",
      filter: "Filter by name, kind or state", text: (r) => `${r.name} ${r.kind} ${r.state}`,
      onFilter: (value) => { text = value; keep(); },
      onSort: (chosen) => { sort = chosen; keep(); },
    });
    if (text) table.filter(text);
    hash.watch(() => {
      const wanted = hash.get().get("q") || "";
      if (wanted !== text) table.filter(wanted);
    });
  }

  parts.overview = overview;
  parts.benchmarks = benchmarks;
})();
