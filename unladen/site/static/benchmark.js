// The page of one benchmark: what is chosen -> its chart, and back.
"use strict";
{
  const u = unladen;
  const { el, parts, hash, store, chosen, readout } = u;
  const HELP = "Drag to zoom; the wheel zooms once the chart has been clicked or focused; " +
    "double click or Escape shows all; click opens the commit. Keys: ←/→ commit, ↑/↓ series, " +
    "+/− zoom, Home/End, Enter.";

  function legend(rises) {
    const chips = u.states().flatMap(({ word, tone }) => (tone === "by way"
      ? [u.chip(word, rises ? -1 : 1, rises), u.chip(word, rises ? 1 : -1, rises)]
      : [u.chip(word, 0, rises)]));
    return el("p", { class: "legend" }, "Steps: ", ...chips, el("span", { class: "quiet" },
      "thick: level; shaded: interval; dashed green: best ever"));
  }

  // cursor: a row of the group. quiet: while the address is read it must not be written.
  function build(host, used) {
    const { data, meta } = store;
    const page = {
      data, meta, used, plot: null, view: null, cursor: null, quiet: false, refill: null,
      state: { group: used[0], shown: [], zoom: null, active: null },
      list: document.getElementById("series"),
      facts: el("dl", { class: "facts", id: "facts" }),
      tools: el("div", { class: "tools", role: "group", "aria-label": "How to draw" }),
      frame: el("div", {
        class: "plot", id: "plot", tabindex: 0, role: "application",
        "aria-roledescription": "chart", "aria-label": `Chart of ${data.name} over commits`,
        "aria-describedby": "charthelp",
      }),
      readout: el("p", { class: "readout", id: "readout", role: "status", "aria-live": "polite" }),
      dot: el("div", { class: "dot" }),
    };
    page.change = (what) => change(page, what);
    page.keepZoom = u.later(() => chosen.write(page, true), 350);
    host.replaceChildren(page.facts, page.tools, page.frame, page.readout, legend(data.rises),
      el("p", { class: "hint", id: "charthelp" }, HELP));
    return page;
  }

  function open(page) {
    if (page.cursor === null) return;
    location.href = `${u.up()}c/${u.short(chosen.commitAt(page, page.cursor).hash)}.html`;
  }

  // Where the cursor is, from the left edge of what is shown: keys zoom round it.
  function cursorShare({ cursor, plot, view }) {
    if (cursor === null || !plot) return 0.5;
    const left = plot.valToPos(view.xs[cursor], "x") / plot.over.clientWidth;
    return Math.min(1, Math.max(0, left));
  }

  function handle(page) {
    page.range = u.hand(page.frame, () => page.plot, {
      step: (by) => readout.walk(page, by), other: (by) => readout.other(page, by),
      share: () => cursorShare(page), open: () => open(page),
    });
    clicks(page);
    hash.watch(() => read(page));
    window.addEventListener("unladen-theme", () => draw(page));
    const resized = () => {
      if (page.plot && page.frame.clientWidth !== page.plot.width) draw(page);
    };
    new ResizeObserver(u.later(resized, 80)).observe(page.frame);
  }

  function onPoint({ plot, view, cursor, state }, event) {
    const one = state.active;
    if (cursor === null || !one || one.column[cursor] === null) return false;
    const box = plot.over.getBoundingClientRect();
    const right = plot.valToPos(view.xs[cursor], "x") - (event.clientX - box.left);
    const below = plot.valToPos(one.column[cursor], "y") - (event.clientY - box.top);
    return Math.hypot(right, below) < 14;
  }

  // On the frame, because half of the last commit's point lies outside the plot's own box.
  function clicks(page) {
    const { frame } = page;
    let [opening, pressed, touched] = [0, 0, null];
    frame.addEventListener("dblclick", () => {
      clearTimeout(opening);
      page.range.reset();
    });
    frame.addEventListener("pointerdown", (event) => { pressed = event.clientX; });
    frame.addEventListener("click", (event) => {
      clearTimeout(opening);
      const dragged = Math.abs(event.clientX - pressed) > 5;
      if (!page.plot || event.detail > 1 || dragged) return; // or a second click
      if (event.pointerType === "touch" && touched !== page.cursor) {
        touched = page.cursor; // the first tap points, the second opens
        return;
      }
      if (!onPoint(page, event)) return;
      opening = setTimeout(() => open(page), 260); // unless it becomes a double click
    });
  }

  function scaled(page, self, key) {
    if (key !== "x" || self !== page.plot || page.quiet) return;
    const { view, state } = page;
    requestAnimationFrame(() => page.plot === self && readout.place(page));
    const { min, max } = self.scales.x;
    const all = min <= view.xs[0] && max >= view.xs[view.xs.length - 1];
    const near = (x) => Math.min(view.commits.length - 1, view.rowAt(x));
    state.zoom = all ? null : { from: near(min), to: near(max) };
    u.bands.follow(page);
    page.keepZoom();
  }

  function plotShown(page) {
    const { frame, view, state } = page;
    page.plot = u.chart.build(frame, view, {
      cursor: (self) => readout.hover(page, self), scale: (self, key) => scaled(page, self, key),
    });
    page.plot.over.append(page.dot);
    if (view.linear) {
      frame.append(el("p", { class: "hint" }, "Linear: there are values without a logarithm."));
    }
    const { zoom } = state;
    if (zoom) page.plot.setScale("x", { min: view.xs[zoom.from], max: view.xs[zoom.to] });
    if (page.cursor !== null && page.cursor >= view.commits.length) page.cursor = null;
  }

  function draw(page) {
    const { data, state, frame } = page;
    page.quiet = true;
    if (page.plot) page.plot.destroy();
    page.plot = null;
    const all = chosen.inGroup(page);
    state.shown.forEach((one) => { one.number = all.indexOf(one); });
    page.view = {
      ...state, unit: data.unit, rises: data.rises, commits: chosen.commitsOf(page),
    };
    frame.replaceChildren();
    if (!state.shown.length) u.say(frame, "No series is chosen.");
    else if (!state.shown.some((one) => one.values.some((value) => value !== null))) {
      u.say(frame, "No commit has a value of these series.");
    } else plotShown(page);
    setTimeout(() => { // uPlot draws in a microtask of its own
      page.quiet = false;
      u.bands.follow(page);
      if (page.plot) readout.place(page);
    }, 0);
  }

  function lost({ data }, one) {
    return one.best ? (one.level / one.best - 1) * (data.rises ? -1 : 1) : 0;
  }

  function show(page) {
    const { state } = page;
    if (!state.shown.includes(state.active)) {
      const worst = [...state.shown].sort((a, b) => lost(page, b) - lost(page, a))[0];
      state.active = worst || null;
    }
    draw(page);
    u.benchmarkTools(page);
    readout.activate(page, state.active);
    if (page.refill) page.refill();
  }

  function change(page, what) {
    Object.assign(page.state, what);
    show(page);
    chosen.write(page, false);
  }

  function read(page) {
    chosen.read(page);
    show(page);
  }

  parts.benchmark = () => {
    const host = document.getElementById("chart");
    const { data, meta } = store;
    if (!data || !meta) return u.missing(host, data ? "meta.js" : "the benchmark's file in b/");
    if (!data.series.every((one) => one.steps)) {
      return u.missing(host, "the benchmark's file in t/");
    }
    const used = [...new Set(data.series.map((one) => one.group))].sort((a, b) => a - b);
    if (!used.length) return u.say(host, "No commit has a result of this benchmark yet.");
    const page = build(host, used);
    handle(page);
    read(page);
    page.refill = u.benchmarkTable(page);
    return undefined;
  };
}
