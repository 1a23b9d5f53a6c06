// The benchmark page's surroundings: figures in one look, ways to draw, the list of series.
"use strict";
{
  const u = unladen;
  const { el, chosen } = u;

  function fact(name, ...inside) {
    return el("div", {}, el("dt", {}, name), el("dd", {}, ...inside));
  }

  function lastStep(page, one) {
    const step = one.steps[one.steps.length - 1];
    if (!step) return fact("Last step", "none");
    const change = u.stepChange(step);
    return fact("Last step", u.changeCell(change, page.data.rises), " ",
      u.chip(step.state, change, page.data.rises), " at ",
      u.commitLink(chosen.commitPlace(page, step.row)));
  }

  u.benchmarkFacts = (page) => {
    const { data, facts, state: { active: one } } = page;
    if (!one) {
      facts.replaceChildren();
      return;
    }
    const lost = one.best ? one.level / one.best - 1 : null;
    const known = one.noise !== null && one.noise !== undefined;
    facts.replaceChildren(
      data.series.length > 1
        ? el("div", { class: "who" }, "Series ", el("bdi", {}, one.label)) : "",
      fact("Now", u.amount(one.level, data.unit)),
      fact("Best ever", u.amount(one.best, data.unit)),
      fact("Against best", u.changeCell(lost, data.rises)),
      fact("Noise", known ? `${(100 * one.noise).toFixed(2)} %` : "–"),
      lastStep(page, one));
  };

  async function fillTable(inside, page) {
    try {
      await u.loadScript("static/longtable.js");
      await u.loadScript("static/values.js");
      u.valuesTable(inside, page);
    } catch (error) {
      u.missing(inside, error.message);
    }
  }

  // Made when it is opened, and anew when other series are chosen.
  u.benchmarkTable = (page) => {
    const inside = el("div");
    const details = el("details", {}, el("summary", {}, "Data as table"), inside);
    const refill = () => {
      if (details.open) fillTable(inside, page);
    };
    details.addEventListener("toggle", refill);
    page.list.append(details);
    return refill;
  };

  const groupName = (group) => [group.machine, group.environment].filter(Boolean).join(", ");

  function groupPicker(page) {
    const { meta, state, used, data, change } = page;
    if (used.length < 2) {
      return el("span", { class: "quiet" }, groupName(meta.groups[state.group]));
    }
    const pick = (event) => {
      const group = Number(event.target.value);
      const shown = data.series.filter((one) => one.group === group).slice(0, chosen.MOST);
      change({ group, zoom: null, shown });
    };
    return el("label", {}, "machine ", el("select", { "data-key": "group", onchange: pick },
      ...used.map((place) => el("option", { value: String(place), selected: place === state.group },
        groupName(meta.groups[place])))));
  }

  const EXCLUDED = { log: { zero: false }, zero: { log: false } };
  function toggle({ state, change }, { name, label }) {
    const flip = () => change({ [name]: !state[name], ...EXCLUDED[name] });
    return el("button", {
      type: "button", "aria-pressed": String(Boolean(state[name])), "data-key": name, onclick: flip,
    }, label);
  }

  // Built anew on each change, except the list's filter, which keeps what was typed.
  u.benchmarkTools = (page) => {
    const had = document.activeElement && document.activeElement.dataset.key;
    page.tools.replaceChildren(groupPicker(page),
      ...chosen.TOGGLES.map((one) => toggle(page, one)), el("span", { class: "gap" }),
      el("button", { type: "button", onclick: () => page.range.reset() }, "Show all commits"));
    list(page);
    const again = had && document.querySelector(`[data-key="${CSS.escape(had)}"]`);
    if (again) again.focus({ preventScroll: true });
  };

  function listHost(page) {
    const host = page.list.querySelector(".listhost") || el("div", { class: "listhost" });
    if (!host.parentElement) page.list.prepend(host);
    return host;
  }

  function list(page) {
    const host = listHost(page);
    const all = chosen.inGroup(page);
    host.hidden = all.length < 2;
    if (host.hidden) return;
    const old = host.querySelector("ul");
    const scrolled = old ? old.scrollTop : 0;
    const ul = el("ul", { class: "serieslist" }, ...all.map((one, place) => row(page, one, place)));
    host.replaceChildren(el("h2", {}, "Series"), listBar(page, all, ul), ul);
    ul.scrollTop = scrolled;
  }

  let typed = "";
  function listBar({ state, change }, all, ul) {
    const visible = () => all.filter((one) => u.matches(one.label.toLowerCase(), u.words(typed)));
    const narrow = (value) => {
      typed = value;
      const kept = new Set(visible());
      [...ul.children].forEach((li, place) => { li.hidden = !kept.has(all[place]); });
    };
    const input = u.searchBox("Filter the series", narrow);
    input.value = typed;
    input.dataset.key = "seriesfilter";
    narrow(typed);
    const button = (label, key, wanted) => el("button", {
      type: "button", "data-key": key,
      onclick: () => change({ shown: wanted().slice(0, chosen.MOST) }),
    }, label);
    const count = el("span", { class: "count", role: "status" },
      `${state.shown.length} of ${all.length} shown`);
    const many = all.length > chosen.MOST;
    return el("div", { class: "filterbar" }, input, button("Show these", "these", visible),
      button("Show all", "all", () => all), button("Show none", "none", () => []), count,
      many ? el("span", { class: "hint" }, `at most ${chosen.MOST} at a time`) : "");
  }

  function swatch({ stroke, dash }) {
    const made = el("span", { class: "swatch" });
    made.style.borderTopColor = stroke;
    if (dash.length) made.style.borderTopStyle = dash[0] < 4 ? "dotted" : "dashed";
    return made;
  }

  function row(page, one, place) {
    const { data, state, change } = page;
    const flip = (event) => {
      const wanted = new Set(state.shown);
      if (event.target.checked) wanted.add(one);
      else wanted.delete(one);
      const shown = chosen.inGroup(page).filter((each) => wanted.has(each));
      change({ shown: shown.slice(0, chosen.MOST) });
    };
    const box = el("input", {
      type: "checkbox", checked: state.shown.includes(one), "data-key": `box${place}`,
      onchange: flip,
    });
    const only = el("button", {
      type: "button", "data-key": `only${place}`, "aria-label": `Only ${one.label}`,
      onclick: () => change({ shown: [one] }),
    }, "only this");
    return el("li", { "data-number": data.series.indexOf(one) },
      el("label", {}, box, swatch(u.chart.look(place)), el("bdi", {}, one.label || data.name)),
      one.best ? u.changeCell(one.level / one.best - 1, data.rises) : "", only);
  }
}
