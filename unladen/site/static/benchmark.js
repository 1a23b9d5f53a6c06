// The page of one benchmark: what to show, in the hash; figures in one look; read-out; series list.
"use strict";
(function () {
  const u = unladen;
  const { el, parts, hash, store } = u;
  const MOST = 50;
  const TOGGLES = [["zero", "From zero"], ["log", "Logarithmic"], ["relative", "Relative to first"],
    ["byDate", "By date"]];

  function page() {
    const host = document.getElementById("chart");
    const listHost = document.getElementById("series");
    const { data, meta } = store;
    if (!data || !meta) return u.missing(host, data ? "meta.js" : "the benchmark's file in b/");
    if (!data.series.every((one) => one.steps)) return u.missing(host, "the benchmark's file in t/");
    data.series.forEach((one) => { one.rises = data.rises; });
    const used = [...new Set(data.series.map((one) => one.group))].sort((a, b) => a - b);
    if (!used.length) return u.say(host, "No commit has a result of this benchmark yet.");

    const state = { group: used[0], shown: [], zoom: null, active: null };
    let plot = null;
    let view = null;
    let cursor = null; // row of the group
    let refill = null; // the table of values, when it is open
    let quiet = false; // while the hash is read it must not be written

    const facts = el("dl", { class: "facts", id: "facts" });
    const tools = el("div", { class: "tools", role: "group", "aria-label": "How to draw" });
    const frame = el("div", { class: "plot", id: "plot", tabindex: 0, role: "application",
      "aria-roledescription": "chart", "aria-label": `Chart of ${data.name} over commits`,
      "aria-describedby": "charthelp" });
    const readout = el("p", { class: "readout", id: "readout", role: "status", "aria-live": "polite" });
    const dot = el("div", { class: "dot" });
    const help = el("p", { class: "hint", id: "charthelp" },
      "Drag to zoom; the wheel zooms once the chart has been clicked or focused; double click or Escape " +
      "shows all; click opens the commit. Keys: ←/→ commit, ↑/↓ series, +/− zoom, Home/End, Enter.");
    host.replaceChildren(facts, tools, frame, readout, legend(), help);

    const commitAt = (row) => meta.commits[meta.groups[state.group].rows[row]];
    const inGroup = () => data.series.filter((one) => one.group === state.group);
    const lost = (one) => (one.best ? (one.level / one.best - 1) * (data.rises ? -1 : 1) : 0);

    const range = u.hand(frame, () => plot, {
      step: walk, other: (by) => {
        if (!state.shown.length) return;
        const at = state.shown.indexOf(state.active);
        activate(state.shown[(at + by + state.shown.length) % state.shown.length], true);
      },
      share: () => (cursor === null || !plot ? 0.5 :
        Math.min(1, Math.max(0, plot.valToPos(view.xs[cursor], "x") / plot.over.clientWidth))),
      open: () => open(),
    });

    function open() {
      if (cursor !== null) location.href = `${u.up()}c/${u.short(commitAt(cursor)[0])}.html`;
    }

    function activate(one, redraw) {
      state.active = one;
      listHost.querySelectorAll("li").forEach((li) => li.classList.toggle("active",
        Boolean(one) && Number(li.dataset.number) === data.series.indexOf(one)));
      summary();
      tell();
      if (redraw && plot) {
        view.active = one;
        plot.redraw(false);
      }
    }

    function walk(by) {
      if (!plot || !state.shown.length) return;
      const length = view.commits.length;
      const any = (row) => state.shown.some((one) => one.column[row] !== null);
      const way = Math.sign(by);
      let row = Math.abs(by) === Infinity ? (by < 0 ? 0 : length - 1)
        : cursor === null ? (by < 0 ? length - 1 : 0) : cursor + by;
      row = Math.min(length - 1, Math.max(0, row));
      const back = Math.abs(by) === Infinity || row === 0 || row === length - 1 ? -way : way;
      while (row >= 0 && row < length && !any(row)) row += back;
      if (row < 0 || row >= length) return;
      cursor = row;
      const x = view.xs[row];
      const { min, max } = plot.scales.x;
      if (x < min || x > max) range.to(x - (max - min) / 2, x + (max - min) / 2);
      place();
      tell();
    }

    function place() {
      const value = cursor === null || !state.active || !state.active.column ? null : state.active.column[cursor];
      const left = cursor === null ? -10 : plot.valToPos(view.xs[cursor], "x");
      plot.setCursor({ left, top: 10 }, false);
      const inside = left >= 0 && left <= plot.over.clientWidth;
      dot.style.display = value === null || !inside ? "none" : "block";
      if (value === null) return;
      dot.style.left = `${left}px`;
      dot.style.top = `${plot.valToPos(value, "y")}px`;
      dot.style.background = state.active.look.stroke;
    }

    function before(one, row) {
      for (let at = row - 1 - one.first; at >= 0; at -= 1) {
        if (one.values[at] !== null && one.values[at] !== undefined) return one.values[at] * one.scale;
      }
      return null;
    }

    function tell() {
      const one = state.active;
      if (cursor === null || !one) {
        readout.replaceChildren(el("span", { class: "quiet" }, "Point at the chart, or focus it and press →."));
        return;
      }
      const [id, seconds, subject, , phase] = commitAt(cursor);
      const raw = one.values[cursor - one.first];
      const value = raw === null || raw === undefined ? null : raw * one.scale;
      const half = one.spread && one.spread[cursor - one.first];
      const past = value === null ? null : before(one, cursor);
      const step = one.steps.find((s) => s.row === cursor);
      readout.replaceChildren(
        el("a", { href: `${u.up()}c/${u.short(id)}.html`, class: "hash" }, u.brief(id)),
        ` ${u.date(seconds)} `, el("bdi", { class: "subject" }, subject), phase ? el("span", { class: "quiet" }, ` [${phase}]`) : "",
        el("br"), el("bdi", {}, one.label || data.name), ": ", el("strong", {}, u.amount(value, data.unit)),
        half && value ? ` ± ${u.amount((Math.abs(value) * half) / 1000, data.unit)}` : "",
        past ? el("span", {}, ", ", u.changeCell(value / past - 1, data.rises), " to the point before") : "",
        step ? el("span", {}, " · step ", u.changeCell(step.after / step.before - 1, data.rises), " ", u.chip(step.state),
          step.why ? el("bdi", {}, ` ${step.why}`) : "") : "");
    }

    // Hover: the row under the pointer, and of its values the nearest in height.
    function moved(self) {
      const { idx, top, left } = self.cursor;
      if (idx === null || idx === undefined || left < 0 || self !== plot || !self.cursor.event) return;
      let [nearest, distance] = [null, Infinity];
      for (const one of state.shown) {
        if (one.column[idx] === null) continue;
        const off = Math.abs(self.valToPos(one.column[idx], "y") - top);
        if (off < distance) [nearest, distance] = [one, off];
      }
      if (!nearest || (cursor === idx && state.active === nearest)) return;
      cursor = idx;
      if (nearest !== state.active) activate(nearest, false);
      else tell();
      place();
    }

    let opening = 0;
    function listen() {
      let touched = null;
      // On the frame, because half of the last commit's point lies outside the plot's own box.
      frame.addEventListener("dblclick", () => { clearTimeout(opening); range.reset(); });
      let pressed = 0;
      frame.addEventListener("pointerdown", (event) => { pressed = event.clientX; });
      frame.addEventListener("click", (event) => {
        clearTimeout(opening);
        if (!plot || event.detail > 1 || Math.abs(event.clientX - pressed) > 5) return; // a drag, or a second click
        if (event.pointerType === "touch" && touched !== cursor) { // the first tap points, the second opens
          touched = cursor;
          return;
        }
        const one = state.active;
        if (cursor === null || !one || one.column[cursor] === null) return;
        const box = plot.over.getBoundingClientRect();
        const off = Math.hypot(plot.valToPos(view.xs[cursor], "x") - (event.clientX - box.left),
          plot.valToPos(one.column[cursor], "y") - (event.clientY - box.top));
        if (off < 14) opening = setTimeout(open, 260); // unless it becomes a double click
      });
    }

    const keepZoom = u.later(() => write(true), 350);
    function scaled(self, key) {
      if (key !== "x" || self !== plot || quiet) return;
      requestAnimationFrame(() => plot === self && place());
      const { min, max } = self.scales.x;
      const all = min <= view.xs[0] && max >= view.xs[view.xs.length - 1];
      const near = (x) => Math.min(view.commits.length - 1, view.rowAt(x));
      state.zoom = all ? null : [near(min), near(max)];
      keepZoom();
    }

    function draw() {
      quiet = true;
      if (plot) plot.destroy();
      plot = null;
      const shown = state.shown;
      shown.forEach((one) => { one.number = inGroup().indexOf(one); });
      view = { ...state, shown, unit: data.unit,
        commits: meta.groups[state.group].rows.map((index) => meta.commits[index]) };
      frame.replaceChildren();
      if (!shown.some((one) => one.values.some((value) => value !== null))) {
        u.say(frame, shown.length ? "No commit has a value of these series." : "No series is chosen.");
      } else {
        plot = u.chart.build(frame, view, { cursor: moved, scale: scaled });
        plot.over.append(dot);
        if (view.linear) frame.append(el("p", { class: "hint" }, "Linear: there are values without a logarithm."));
        if (state.zoom) plot.setScale("x", { min: view.xs[state.zoom[0]], max: view.xs[state.zoom[1]] });
        if (cursor !== null && cursor >= view.commits.length) cursor = null;
      }
      // uPlot draws in a microtask of its own.
      setTimeout(() => { quiet = false; if (plot) place(); }, 0);
    }

    function summary() {
      u.benchmarkFacts(facts, state.active, data, (row) => u.commitLink(meta.groups[state.group].rows[row]));
    }

    function write(replace) {
      const all = inGroup().slice(0, MOST);
      const normal = all.length === state.shown.length && all.every((one) => state.shown.includes(one));
      const at = (row) => u.brief(commitAt(row)[0]);
      hash.put([["group", state.group === used[0] ? "" : String(state.group)],
        ...(normal ? [] : state.shown.length ? state.shown.map((one) => ["s", one.label || "-"]) : [["none", "1"]]),
        ["zoom", state.zoom ? `${at(state.zoom[0])}..${at(state.zoom[1])}` : ""],
        ...TOGGLES.map(([name]) => [name, state[name] ? "1" : ""])], replace);
    }

    function read() {
      const now = hash.get();
      const group = Number(now.get("group") || used[0]);
      state.group = used.includes(group) ? group : used[0];
      const labels = now.getAll("s");
      const chosen = inGroup().filter((one) => labels.includes(one.label || "-"));
      state.shown = now.get("none") ? [] : chosen.length ? chosen : inGroup().slice(0, MOST);
      const ends = (now.get("zoom") || "").split("..");
      const rows = ends.map((end) => (end ? meta.groups[state.group].rows.findIndex(
        (index) => meta.commits[index][0].startsWith(end)) : -1));
      state.zoom = rows.length === 2 && rows[0] >= 0 && rows[1] > rows[0] ? rows : null;
      for (const [name] of TOGGLES) state[name] = now.get(name) === "1";
      change(null, true);
    }

    function change(what, silent) {
      Object.assign(state, what);
      if (!state.shown.includes(state.active)) {
        state.active = [...state.shown].sort((a, b) => lost(b) - lost(a))[0] || null;
      }
      draw();
      controls();
      activate(state.active, false);
      if (refill) refill();
      if (!silent) write(false);
    }

    function controls() {
      u.benchmarkTools({ tools, listHost, state, used, meta, data, inGroup, change, TOGGLES, MOST,
        reset: () => range.reset() });
    }

    function legend() {
      return el("p", { class: "legend" }, "Steps: ", ...Object.keys(u.SIGNS).map((name) => u.chip(name)),
        el("span", { class: "quiet" }, "thick: level; shaded: interval; dashed green: best ever"));
    }

    listen();
    read();
    hash.watch(read);
    refill = u.benchmarkTable(listHost, () => ({ state, data, commitAt, meta }));
    window.addEventListener("unladen-theme", draw);
    new ResizeObserver(u.later(() => plot && frame.clientWidth !== plot.width && draw(), 80)).observe(frame);
  }

  parts.benchmark = page;
})();
