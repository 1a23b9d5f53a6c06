// What of one benchmark is shown <-> the address: group, series, zoom, ways to draw.
"use strict";
{
  const { hash, brief } = unladen;
  const MOST = 50;
  const TOGGLES = [
    { name: "zero", label: "From zero" }, { name: "log", label: "Logarithmic" },
    { name: "relative", label: "Relative to first" }, { name: "byDate", label: "By date" },
  ];

  const inGroup = ({ data, state }) => data.series.filter((one) => one.group === state.group);
  const first = (page) => inGroup(page).slice(0, MOST);
  const commitPlace = ({ meta, state }, row) => meta.groups[state.group].rows[row];
  const commitAt = (page, row) => page.meta.commits[commitPlace(page, row)];
  const commitsOf = ({ meta, state }) => meta.groups[state.group].rows.map(
    (place) => meta.commits[place]);

  function shownPairs(page) {
    const { shown } = page.state;
    const usual = first(page);
    if (!shown.length) return usual.length ? [["none", "1"]] : [];
    if (usual.length === shown.length && usual.every((one) => shown.includes(one))) return [];
    return shown.map((one) => ["s", one.label || "-"]);
  }

  function zoomText(page) {
    const { zoom } = page.state;
    const at = (row) => brief(commitAt(page, row).hash);
    return zoom ? `${at(zoom.from)}..${at(zoom.to)}` : "";
  }

  // A chart of values of which one is twenty times another is logarithmic by itself.
  const WIDE = 20;
  function wide({ state }) {
    let [low, high] = [Infinity, 0];
    for (const one of state.shown) {
      for (const value of one.values) {
        if (value === null) continue;
        if (value <= 0) return false;
        low = Math.min(low, value * one.scale);
        high = Math.max(high, value * one.scale);
      }
    }
    return high > WIDE * low;
  }

  const usual = (page, name) => name === "log" && !page.state.zero && wide(page);

  function asked(page, name) {
    const now = page.state[name];
    if (now === usual(page, name)) return "";
    return now ? "1" : "0";
  }

  function write(page, replace) {
    const { state, used } = page;
    hash.put([["group", state.group === used[0] ? "" : String(state.group)],
      ...shownPairs(page), ["zoom", zoomText(page)],
      ...TOGGLES.map(({ name }) => [name, asked(page, name)])], replace);
  }

  function zoomOf(page, text) {
    const commits = commitsOf(page);
    const row = (start) => (start ? commits.findIndex((one) => one.hash.startsWith(start)) : -1);
    const [from, to] = (text || "").split("..").map(row);
    return from >= 0 && to > from ? { from, to } : null;
  }

  function shownOf(page, now) {
    if (now.get("none")) return [];
    const labels = now.getAll("s");
    const chosen = inGroup(page).filter((one) => labels.includes(one.label || "-"));
    return chosen.length ? chosen : first(page);
  }

  function read(page) {
    const { state, used } = page;
    const now = hash.get();
    const group = Number(now.get("group") || used[0]);
    state.group = used.includes(group) ? group : used[0];
    state.shown = shownOf(page, now);
    state.zoom = zoomOf(page, now.get("zoom"));
    for (const { name } of TOGGLES) {
      state[name] = now.has(name) ? now.get(name) === "1" : usual(page, name);
    }
  }

  unladen.chosen = { MOST, TOGGLES, inGroup, commitPlace, commitAt, commitsOf, read, write };
}
