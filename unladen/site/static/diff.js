// Two commits and a benchmark -> totals, bars, icicle, and a table of every function.
"use strict";
(function () {
  const u = unladen;
  const { el, parts, hash, store } = u;
  const BARS = [["Python", "python", "s"], ["Native code", "native", "s"], ["System, waiting", "system", "s"],
    ["GPU", "gpu", "s"], ["Memory allocated", "allocated", "bytes"], ["Memory, peak", "peak", "bytes"]];

  const same = (a, b) => a.startsWith(b) || b.startsWith(a);
  const commitIndex = (id) => (store.meta ? store.meta.commits.findIndex((c) => same(c[0], id)) : -1);

  function commitName(id) {
    const at = commitIndex(id);
    if (at < 0) return u.short(id);
    const [full, seconds, subject] = store.meta.commits[at];
    return `${u.brief(full)} ${u.date(seconds).slice(0, 10)} ${subject.length > 60 ? `${subject.slice(0, 59)}…` : subject}`;
  }

  function bars(host, base, head) {
    const box = el("div", { class: "bars" });
    for (const [label, key, unit] of BARS) {
      const [a, b] = [base.totals[key], head.totals[key]].map((v) => (v === undefined ? null : v));
      const largest = Math.max(a || 0, b || 0);
      [["base", a], ["head", b]].forEach(([side, value]) => {
        const fill = el("div", { class: `fill ${side}` });
        fill.style.width = `${largest ? (100 * (value || 0)) / largest : 0}%`;
        const empty = value === null;
        box.append(el("span", { class: `what ${side}` }, side === "base" ? label : ""), el("span", { class: "quiet" }, side),
          empty ? el("span", { class: "quiet" }, "not measured") : el("div", { class: "track" }, fill),
          el("span", { class: "num" }, empty ? "" : u.amount(value, unit)));
      });
    }
    host.replaceChildren(el("h2", {}, "Resources"), box);
  }

  function total(host, base, head) {
    const change = base.seconds ? head.seconds / base.seconds - 1 : null;
    host.replaceChildren(el("p", { class: "total" }, el("strong", {}, u.amount(base.seconds, "s")), " → ",
      el("strong", {}, u.amount(head.seconds, "s")), " ", u.changeCell(change, false),
      ` (${u.signed(head.seconds - base.seconds, "s")})`));
    const notes = [...new Set([...(base.notes || []), ...(head.notes || [])])];
    if (notes.length) host.append(el("ul", { class: "quiet" }, ...notes.map((n) => el("li", {}, el("bdi", {}, n)))));
  }

  const sum = (a, b) => (a === null || a === undefined ? b : b === null || b === undefined ? a : a + b);

  function functionsOf(profile, byCategory) {
    const found = new Map();
    for (const one of profile.functions) {
      const key = byCategory ? one.category || "other" : one.key;
      const old = found.get(key) || { seconds: null, calls: null, instructions: null, category: one.category || "other" };
      const seconds = one.share === null || one.share === undefined ? null : one.share * profile.seconds;
      found.set(key, { category: old.category, seconds: sum(old.seconds, seconds), calls: sum(old.calls, one.calls),
        instructions: sum(old.instructions, one.instructions) });
    }
    return found;
  }

  function stateOf(a, b, delta) {
    if (!a) return "appeared";
    if (!b) return "vanished";
    return delta === null ? "not timed" : delta > 0 ? "slower" : delta < 0 ? "faster" : "same";
  }

  function joined(base, head, byCategory) {
    const [old, now] = [functionsOf(base, byCategory), functionsOf(head, byCategory)];
    return [...new Set([...old.keys(), ...now.keys()])].map((key) => {
      const [a, b] = [old.get(key), now.get(key)];
      const get = (one, name) => (one && one[name] !== undefined ? one[name] : null);
      const timed = get(a, "seconds") !== null || get(b, "seconds") !== null;
      const delta = timed ? (get(b, "seconds") || 0) - (get(a, "seconds") || 0) : null;
      return { key, category: (b || a).category, a, b, delta, state: stateOf(a, b, delta),
        of: (side, name) => get(side === "base" ? a : b, name) };
    });
  }

  const count = (value) => (value === null ? "–" : value.toLocaleString("en").replace(/,/g, " "));
  const seconds = (value) => (value === null ? "–" : u.amount(value, "s"));

  function columns(byCategory) {
    const pair = (label, name, show) => ["base", "head"].map((side) => ({ label: `${label} ${side}`, num: true,
      first: -1, value: (r) => r.of(side, name), cell: (r) => show(r.of(side, name)) }));
    return [
      { label: byCategory ? "Category" : "Function", head: true, value: (r) => r.key,
        cell: (r) => el("code", {}, el("bdi", {}, r.key)) },
      ...pair("Time", "seconds", seconds),
      { label: "Change", num: true, first: -1, value: (r) => r.delta,
        cell: (r) => (r.delta === null ? "–" : el("span", { class: r.delta > 0 ? "change-up" : r.delta < 0 ? "change-down" : "" },
          u.signed(r.delta, "s"))) },
      ...pair("Calls", "calls", count), ...pair("Instructions", "instructions", count),
      ...(byCategory ? [] : [{ label: "Category", value: (r) => r.category, cell: (r) => r.category }]),
      { label: "State", value: (r) => r.state, cell: (r) => r.state },
    ];
  }

  function table(host, base, head, byCategory, filter) {
    const made = u.longTable(host, { columns: columns(byCategory), rows: joined(base, head, byCategory), sort: [3, -1],
      class: "wide", label: byCategory ? "Categories of both commits" : "All functions of both commits",
      id: "functions", filter: "Filter functions, categories, states", text: (r) => `${r.key} ${r.category} ${r.state}` });
    if (filter) made.filter(filter);
  }

  // Where one side was not sampled, both are divided by counted instructions, or not at all: a side
  // without samples is not a side that took no time.
  function comparable(base, head) {
    const both = [base, head];
    const has = (profile, name) => profile.functions.some((one) => typeof one[name] === "number");
    if (both.every((profile) => has(profile, "share"))) return both;
    const counted = both.every((profile) => has(profile, "instructions"));
    return both.map((profile) => {
      const whole = profile.functions.reduce((all, one) => all + (one.instructions || 0), 0);
      const share = (one) => (counted ? (one.instructions || 0) / whole : null);
      const note = counted ? "Divided by counted instructions: one side was not sampled."
        : "Not divided by function: one side was not sampled.";
      return { ...profile, stacks: null, notes: [...(profile.notes || []), note],
        functions: profile.functions.map((one) => ({ ...one, share: share(one) })) };
    });
  }

  function page() {
    const form = document.getElementById("pick");
    const [barsHost, flameHost] = ["bars", "flame"].map((id) => document.getElementById(id));
    const listed = store.profiles;
    if (!listed) return u.missing(barsHost, "profiles.js");
    if (!listed.length) {
      form.hidden = true;
      return u.say(barsHost, "No profile was recorded yet. Take two: unladen explain <commit>");
    }
    const totalHost = el("div", { id: "total", role: "status", "aria-live": "polite" });
    const tableHost = el("div", { id: "functionsbox" });
    const old = document.getElementById("functions");
    if (old) (old.closest(".scroll") || old).replaceWith(tableHost);
    else flameHost.after(tableHost);
    barsHost.before(totalHost);
    const names = [...new Set(listed.map((p) => p.benchmark))].sort();
    const machines = [...new Set(listed.map((p) => p.machine))].sort();
    const box = (name) => el("select", { name, onchange: () => chosen(name) });
    const boxes = { bench: box("bench"), machine: box("machine"), base: box("base"), head: box("head") };
    const label = (text, name) => el("label", {}, text, boxes[name]);
    const swap = el("button", { type: "button", onclick: () => show(state.head, state.base, false) }, "⇄ Swap base and head");
    form.replaceChildren(label("Benchmark", "bench"), ...(machines.length > 1 ? [label("Machine", "machine")] : []),
      label("Base", "base"), label("Head", "head"), swap);
    form.addEventListener("submit", (event) => event.preventDefault());
    const state = { bench: "", machine: "", base: "", head: "" };
    const view = { showBase: false, byCategory: false };
    let ticket = 0;

    function options(select, values, chosenValue, name) {
      select.replaceChildren(...values.map((value) => el("option", { value, selected: value === chosenValue }, name(value))));
      select.value = chosenValue;
    }

    function fits() {
      return listed.filter((p) => p.benchmark === state.bench && p.machine === state.machine);
    }

    // What is asked for and exists; else the first benchmark with two commits, and its newest two.
    function settle(wanted) {
      const many = (name) => listed.filter((p) => p.benchmark === name).length > 1;
      state.bench = names.includes(wanted.bench) ? wanted.bench : names.find(many) || names[0];
      const here = [...new Set(listed.filter((p) => p.benchmark === state.bench).map((p) => p.machine))];
      state.machine = here.includes(wanted.machine) ? wanted.machine : here[0];
      const commits = fits().map((p) => p.commit).sort((a, b) => commitIndex(a) - commitIndex(b));
      const find = (id) => (id ? commits.find((c) => same(c, id)) : undefined);
      state.head = find(wanted.head) || commits[commits.length - 1];
      state.base = find(wanted.base) || commits[Math.max(0, commits.length - 2)];
      options(boxes.bench, names, state.bench, (v) => v);
      options(boxes.machine, here, state.machine, (v) => v);
      for (const side of ["base", "head"]) options(boxes[side], commits, state[side], commitName);
      const lacking = ["base", "head"].filter((side) => wanted[side] && !find(wanted[side]));
      return lacking.map((side) => `${side} ${u.short(wanted[side])} has no profile of this benchmark. `).join("");
    }

    function chosen(name) {
      const value = boxes[name].value;
      const wanted = name === "bench" || name === "machine" ? { ...state, [name]: value } : { ...state, [name]: value };
      load(wanted, false, name === "bench" || name === "machine");
    }

    function show(base, head, replace) {
      load({ ...state, base, head }, replace, false);
    }

    async function load(wanted, replace, lenient) {
      const complaint = settle(wanted);
      hash.put([["base", u.short(state.base)], ["head", u.short(state.head)], ["bench", state.bench],
        ["machine", machines.length > 1 ? state.machine : ""]], replace);
      const mine = (ticket += 1);
      const file = (id) => fits().find((p) => p.commit === id).file;
      let pair;
      try {
        pair = await Promise.all([u.loadProfile(file(state.base)), u.loadProfile(file(state.head))]);
      } catch (error) {
        if (mine !== ticket) return;
        [totalHost, flameHost, tableHost].forEach((host) => host.replaceChildren());
        u.missing(barsHost, error.message);
        return;
      }
      if (mine !== ticket) return; // the reader has chosen others meanwhile
      draw(...comparable(...pair));
      if (complaint && !lenient) totalHost.prepend(el("p", { class: "message" }, `${complaint}Shown instead: `,
        `${u.short(state.base)} → ${u.short(state.head)}.`));
    }

    function draw(base, head) {
      total(totalHost, base, head);
      bars(barsHost, base, head);
      flame(base, head);
      functions(base, head);
    }

    function pressed(text, key, again) {
      return el("button", { type: "button", "aria-pressed": String(view[key]), onclick: (event) => {
        view[key] = !view[key];
        event.currentTarget.setAttribute("aria-pressed", String(view[key]));
        again();
      } }, text);
    }

    function flame(base, head) {
      const inside = el("div");
      const again = () => u.icicle.draw(inside, base, head, view.showBase);
      const past = flameHost.querySelector("#icicle");
      if (past && past.parentElement.unladenTip) past.parentElement.unladenTip.destroy();
      flameHost.replaceChildren(el("h2", {}, "Where the time goes"), el("div", { class: "tools" },
        pressed("Show base", "showBase", again), el("span", { class: "hint" }, "paths that vanished are seen in base")), inside);
      again();
      flameHost.again = again;
    }

    function functions(base, head) {
      const inside = el("div");
      const again = () => table(inside, base, head, view.byCategory, "");
      tableHost.replaceChildren(el("h2", {}, "Functions"),
        el("div", { class: "tools" }, pressed("By category", "byCategory", again)), inside);
      again();
    }

    const fromHash = (replace) => {
      const now = hash.get();
      load(Object.fromEntries(["base", "head", "bench", "machine"].map((k) => [k, now.get(k) || ""])), replace, false);
    };
    const redraw = () => flameHost.again && flameHost.again();
    hash.watch(() => fromHash(true));
    window.addEventListener("unladen-theme", redraw);
    window.addEventListener("resize", u.later(redraw, 150));
    fromHash(true);
  }

  parts.diff = page;
})();
