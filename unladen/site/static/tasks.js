// The page of answers: which benchmark, its map of cells, and the commits that lost some.
"use strict";
{
  const u = unladen;
  const { el, parts, store, hash, heat } = u;
  const LISTED = 40;

  const itemsWith = (entry, row, mark) => entry.items.filter(
    (_, item) => entry.states[row][item] === mark);

  function rowsWithLosses(entry) {
    const rows = entry.rows.map((_, row) => ({
      row, lost: itemsWith(entry, row, "-"), changed: itemsWith(entry, row, "x"),
      gained: itemsWith(entry, row, "+"),
    }));
    return rows.filter((one) => one.lost.length).reverse();
  }

  function lostNames({ lost }) {
    const more = lost.length > LISTED ? ` and ${lost.length - LISTED} more` : "";
    return el("bdi", {}, lost.slice(0, LISTED).join(", ") + more);
  }

  function losses(host, entry) {
    const rows = rowsWithLosses(entry);
    if (!rows.length) {
      host.replaceChildren(el("p", {}, "No commit lost an answer."));
      return;
    }
    const number = (key, label) => ({
      label, num: true, first: -1, value: (r) => r[key].length, cell: (r) => `${r[key].length}`,
    });
    const lost = (r) => el("span", { class: "broken" }, `${r.lost.length}`);
    u.longTable(host, {
      rows, label: "Commits that lost answers", filter: "Filter by lost task",
      text: (r) => r.lost.join(" "), columns: [
        { label: "Commit", head: true, value: (r) => r.row,
          cell: (r) => u.commitLink(heat.commitPlace(entry, r.row)) },
        { ...number("lost", "Lost"), cell: lost },
        number("changed", "Changed"), number("gained", "Gained"),
        { label: "Lost tasks", value: (r) => r.lost.join(" "), cell: lostNames },
      ],
    });
  }

  function tell(line, entry, row, item) {
    const place = heat.commitPlace(entry, row);
    const commit = store.meta.commits[place];
    line.replaceChildren(el("bdi", {}, entry.items[item]), ": ",
      el("strong", {}, heat.markAt(entry, row, item).word), " at ", u.commitLink(place),
      commit ? ` ${u.date(commit.seconds)} ` : "", el("bdi", {}, commit ? commit.subject : ""));
  }

  function show(place, entry) {
    const line = el("p", {
      class: "readout", id: "heatline", role: "status", "aria-live": "polite",
    }, "Point at a cell, or focus the map.");
    const count = el("span", { class: "count", role: "status" });
    const [lost, around] = [el("div"), el("div")];
    let map = null;
    const input = u.searchBox("Filter tasks", (value) => {
      count.textContent = `${map.filter(u.words(value))} of ${entry.items.length} tasks`;
    });
    place.replaceChildren(el("p", { class: "filterbar" }, input, count), around, line,
      heat.legend(), el("h2", {}, "Commits with losses"), lost);
    map = heat.drawn(around, entry, (row, item) => tell(line, entry, row, item));
    losses(lost, entry);
  }

  function entryName(entry) {
    const group = store.meta.groups[entry.group];
    return entry.benchmark + (group ? ` – ${group.machine}, ${group.environment}` : "");
  }

  parts.tasks = () => {
    const host = document.getElementById("tasks");
    const all = store.tasks;
    if (!all || !store.meta) return u.missing(host, all ? "meta.js" : "tasks.js");
    if (!all.length) return u.say(host, "No benchmark here counts answers of tasks.");
    const place = el("div");
    const chosen = () => {
      hash.put([["t", select.value]], false);
      show(place, all[Number(select.value)]);
    };
    const select = el("select", { onchange: chosen }, ...all.map(
      (entry, index) => el("option", { value: String(index) }, entryName(entry))));
    host.replaceChildren(
      el("p", { class: "filterbar" }, el("label", {}, "Benchmark ", select)), place);
    const read = () => {
      const wanted = hash.get().get("t");
      select.value = wanted && all[Number(wanted)] ? wanted : "0";
      show(place, all[Number(select.value)]);
    };
    hash.watch(read);
    read();
    return undefined;
  };
}
