// Two commits and a benchmark -> totals, bars, icicle, and a table of every function.
"use strict";
{
  const u = unladen;
  const { el, parts, hash, store, pairs } = u;
  const SELECTS = { benchmark: "Benchmark", machine: "Machine", base: "Base", head: "Head" };
  // In the address a benchmark is called bench.
  const PLACES = { base: "base", head: "head", benchmark: "bench", machine: "machine" };

  function commitName(id) {
    const commit = store.meta && store.meta.commits[pairs.placeOf(id)];
    if (!commit) return u.short(id);
    const { subject } = commit;
    const told = subject.length > 60 ? `${subject.slice(0, 59)}…` : subject;
    return `${u.brief(commit.hash)} ${u.date(commit.seconds).slice(0, 10)} ${told}`;
  }

  function bar({ label, unit }, side, value, largest) {
    const fill = el("div", { class: `fill ${side}` });
    fill.style.width = `${largest ? (100 * (value || 0)) / largest : 0}%`;
    const measured = value !== null;
    return [
      el("span", { class: `what ${side}` }, side === "base" ? label : ""),
      el("span", { class: "quiet" }, side),
      measured ? el("div", { class: "track" }, fill)
        : el("span", { class: "quiet" }, "not measured"),
      el("span", { class: "num" }, measured ? u.amount(value, unit) : ""),
    ];
  }

  // Which totals there are, and in which unit, the data says: a lane more needs no line here.
  function valueOf(totals, key) {
    const found = totals.find((one) => one.key === key);
    return found ? found.value : null;
  }

  function bars(host, { base, head }) {
    const box = el("div", { class: "bars" });
    for (const one of base.totals) {
      const [old, now] = [base, head].map(({ totals }) => valueOf(totals, one.key));
      const largest = Math.max(old || 0, now || 0);
      box.append(...bar(one, "base", old, largest), ...bar(one, "head", now, largest));
    }
    host.replaceChildren(el("h2", {}, "Resources"), box);
  }

  function sideBySide({ total }) {
    if (!total) return "";
    const span = `${u.percent(total.low)} … ${u.percent(total.high)}`;
    return el("p", {}, "Measured: ", u.changeCell(total.estimate, false), ` (${span}).`);
  }

  function divided({ unit, base, head, unaccounted }) {
    const words = unit === "s" ? "Divided over functions by samples" : "Divided by instructions";
    const rest = unaccounted.base || unaccounted.head
      ? `${u.cost(unaccounted.base, unit)} → ${u.cost(unaccounted.head, unit)} unaccounted.`
      : "nothing unaccounted.";
    return el("p", {}, `${words}: ${u.cost(base, unit)} → ${u.cost(head, unit)} `,
      u.changeCell(base ? head / base - 1 : null, false), `, ${rest}`);
  }

  function total(host, { base, head, attribution }) {
    const change = base.seconds ? head.seconds / base.seconds - 1 : null;
    host.replaceChildren(el("p", { class: "total" },
      el("strong", {}, u.amount(base.seconds, "s")), " → ",
      el("strong", {}, u.amount(head.seconds, "s")), " ", u.changeCell(change, false),
      ` (${u.signed(head.seconds - base.seconds, "s")})`),
    sideBySide(attribution), divided(attribution));
    const { notes } = attribution;
    if (!notes.length) return;
    host.append(el("ul", { class: "quiet" },
      ...notes.map((note) => el("li", {}, el("bdi", {}, note)))));
  }

  function pressed(page, key, text, again) {
    const flip = (event) => {
      page.view[key] = !page.view[key];
      event.currentTarget.setAttribute("aria-pressed", String(page.view[key]));
      again();
    };
    return el("button", {
      type: "button", "aria-pressed": String(page.view[key]), onclick: flip,
    }, text);
  }

  function flame(page, pair) {
    const { flameHost, view } = page;
    if (page.icicleHost) u.icicle.clear(page.icicleHost);
    page.icicleHost = el("div");
    page.redraw = () => u.icicle.draw(page.icicleHost, pair, view.showBase ? "base" : "head");
    flameHost.replaceChildren(el("h2", {}, "Where the time goes"), el("div", { class: "tools" },
      pressed(page, "showBase", "Show base", page.redraw),
      el("span", { class: "hint" }, "paths that are only in base are seen there")),
    page.icicleHost);
    page.redraw();
  }

  function listed(title, { count, first }) {
    if (!count) return "";
    const more = count > first.length ? ` and ${count - first.length} more` : "";
    return el("details", {}, el("summary", {}, `${title}: ${count}`),
      el("p", {}, el("bdi", {}, first.join(", ")), more));
  }

  function functions(page, { attribution }) {
    const inside = el("div");
    const again = () => u.functionsTable(inside, attribution, page.view.byCategory);
    page.tableHost.replaceChildren(el("h2", {}, "Functions"), el("div", { class: "tools" },
      pressed(page, "byCategory", "By category", again)), inside,
    listed("Changed lines that never ran", attribution.never_ran),
    listed("New functions that were never called", attribution.never_called));
    again();
  }

  function draw(page, pair) {
    total(page.totalHost, pair);
    bars(page.barsHost, pair);
    flame(page, pair);
    functions(page, pair);
  }

  function options(select, values, chosen, name) {
    select.replaceChildren(...values.map(
      (value) => el("option", { value, selected: value === chosen }, name(value))));
    select.value = chosen;
  }

  function fill({ boxes }, pair) {
    const plain = (value) => value;
    options(boxes.benchmark, pairs.benchmarks(), pair.benchmark, plain);
    options(boxes.machine, pairs.machines(pair.benchmark), pair.machine, plain);
    options(boxes.head, pairs.heads(pair), pair.head, commitName);
    options(boxes.base, pairs.bases(pair), pair.base, commitName);
  }

  function files(pair) {
    const profile = (commit) => u.loadProfile(pairs.profileFile(pair, commit));
    return Promise.all([profile(pair.base), profile(pair.head), u.loadAttribution(pair.file)]);
  }

  function address(page, pair) {
    const machine = page.severalMachines ? pair.machine : "";
    return [["base", u.short(pair.base)], ["head", u.short(pair.head)],
      ["bench", pair.benchmark], ["machine", machine]];
  }

  function failed(page, error) {
    for (const host of [page.totalHost, page.flameHost, page.tableHost]) host.replaceChildren();
    u.missing(page.barsHost, error.message);
  }

  // silent: the reader chose from what there is, and is not told that it was not all kept.
  async function load(page, wanted, { replace, silent }) {
    const pair = pairs.settle(wanted);
    page.pair = pair;
    fill(page, pair);
    hash.put(address(page, pair), replace);
    let loaded;
    try {
      loaded = await files(pair);
    } catch (error) {
      if (page.pair === pair) failed(page, error);
      return;
    }
    if (page.pair !== pair) return; // the reader has chosen others meanwhile
    const [base, head, attribution] = loaded;
    draw(page, { base, head, attribution });
    if (!pair.complaint || silent) return;
    page.totalHost.prepend(el("p", { class: "message" }, `${pair.complaint} To ask for it: `,
      el("code", {}, pair.command), ". Shown instead, the nearest that exists: " +
      `${u.short(pair.base)} → ${u.short(pair.head)}.`));
  }

  function form(page) {
    const choose = (name) => () => load(page,
      { ...page.pair, [name]: page.boxes[name].value }, { replace: false, silent: true });
    for (const name of Object.keys(SELECTS)) {
      page.boxes[name] = el("select", { name, onchange: choose(name) });
    }
    const swap = () => load(page, { ...page.pair, base: page.pair.head, head: page.pair.base },
      { replace: false, silent: false });
    const names = Object.keys(SELECTS).filter((name) => name !== "machine" || page.severalMachines);
    page.form.replaceChildren(
      ...names.map((name) => el("label", {}, SELECTS[name], page.boxes[name])),
      el("button", { type: "button", onclick: swap }, "⇄ Swap base and head"));
    page.form.addEventListener("submit", (event) => event.preventDefault());
  }

  function build() {
    const host = (id) => document.getElementById(id);
    const page = {
      form: host("pick"), barsHost: host("bars"), flameHost: host("flame"), boxes: {},
      totalHost: el("div", { id: "total", role: "status", "aria-live": "polite" }),
      tableHost: el("div", { id: "functionsbox" }),
      view: { showBase: false, byCategory: false }, pair: null, icicleHost: null, redraw: null,
      severalMachines: new Set(store.pairs.map((pair) => pair.machine)).size > 1,
    };
    const old = host("functions");
    (old.closest(".scroll") || old).replaceWith(page.tableHost);
    page.barsHost.before(page.totalHost);
    return page;
  }

  function fromAddress(page) {
    const now = hash.get();
    const wanted = Object.fromEntries(
      Object.entries(PLACES).map(([name, place]) => [name, now.get(place) || ""]));
    load(page, wanted, { replace: true, silent: false });
  }

  parts.diff = () => {
    const [form_, barsHost] = ["pick", "bars"].map((id) => document.getElementById(id));
    if (!store.pairs) return u.missing(barsHost, "profiles.js");
    if (!store.pairs.length) {
      form_.hidden = true;
      return u.say(barsHost, "No two commits have profiles of one benchmark yet. Take them: " +
        "unladen explain <base> <head>");
    }
    const page = build();
    form(page);
    const redraw = () => page.redraw && page.redraw();
    hash.watch(() => fromAddress(page));
    window.addEventListener("unladen-theme", redraw);
    window.addEventListener("resize", u.later(redraw, 150));
    return fromAddress(page);
  };
}
