// The benchmark page's surroundings: figures in one look, buttons, list of series, data as a table.
"use strict";
(function () {
  const u = unladen;
  const { el } = u;

  function fact(name, ...inside) {
    return el("div", {}, el("dt", {}, name), el("dd", {}, ...inside));
  }

  u.benchmarkFacts = (host, one, data, commit) => {
    if (!one) {
      host.replaceChildren();
      return;
    }
    const step = one.steps[one.steps.length - 1];
    const lost = one.best ? one.level / one.best - 1 : null;
    host.replaceChildren(
      data.series.length > 1 ? el("div", { class: "who" }, "Series ", el("bdi", {}, one.label)) : "",
      fact("Now", u.amount(one.level, data.unit)),
      fact("Best ever", u.amount(one.best, data.unit)),
      fact("Against best", u.changeCell(lost, data.rises)),
      fact("Noise", one.noise === null || one.noise === undefined ? "–" : `${(100 * one.noise).toFixed(2)} %`),
      step ? fact("Last step", u.changeCell(step.after / step.before - 1, data.rises), " ", u.chip(step.state),
        " at ", commit(step.row)) : fact("Last step", "none"));
  };

  function toggle(label, pressed, handler) {
    return el("button", { type: "button", "aria-pressed": pressed ? "true" : "false", onclick: handler }, label);
  }

  function groupName(group) {
    return [group.machine, group.environment].filter(Boolean).join(", ");
  }

  // Built anew on each change, except the list's filter, which keeps what was typed.
  let typed = "";
  u.benchmarkTools = (page) => {
    const { tools, listHost, state, used, meta, data, change } = page;
    const had = document.activeElement && document.activeElement.dataset.key;
    const group = used.length < 2 ? el("span", { class: "quiet" }, groupName(meta.groups[state.group]))
      : el("label", {}, "machine ", el("select", { "data-key": "group", onchange: (event) => {
        const chosen = Number(event.target.value);
        change({ group: chosen, zoom: null, shown: data.series.filter((s) => s.group === chosen).slice(0, page.MOST) });
      } }, ...used.map((index) => el("option", { value: String(index), selected: index === state.group },
        groupName(meta.groups[index])))));
    const buttons = page.TOGGLES.map(([name, label]) => {
      const button = toggle(label, state[name], () => change({ [name]: !state[name],
        ...(name === "log" ? { zero: false } : name === "zero" ? { log: false } : {}) }));
      button.dataset.key = name;
      return button;
    });
    tools.replaceChildren(group, ...buttons, el("span", { class: "gap" }),
      el("button", { type: "button", onclick: page.reset }, "Show all commits"));
    list(page);
    const again = had && document.querySelector(`[data-key="${CSS.escape(had)}"]`);
    if (again) again.focus({ preventScroll: true });
  };

  function list(page) {
    const { listHost, state, inGroup, change } = page;
    let host = listHost.querySelector(".listhost");
    if (!host) listHost.prepend(host = el("div", { class: "listhost" }));
    const all = inGroup();
    host.hidden = all.length < 2;
    if (host.hidden) return;
    const old = host.querySelector("ul");
    const scrolled = old ? old.scrollTop : 0;
    const ul = el("ul", { class: "serieslist" }, ...all.map((one, number) => row(page, one, number)));
    const count = el("span", { class: "count", role: "status" }, `${state.shown.length} of ${all.length} shown`);
    const visible = () => all.filter((one) => u.matches(one.label.toLowerCase(), u.words(typed)));
    const narrow = (value) => {
      typed = value;
      const kept = new Set(visible());
      [...ul.children].forEach((li, index) => { li.hidden = !kept.has(all[index]); });
    };
    const input = u.searchBox("Filter the series", narrow);
    input.value = typed;
    input.dataset.key = "seriesfilter";
    const button = (label, key, shown) => el("button", { type: "button", "data-key": key,
      onclick: () => change({ shown: shown() }) }, label);
    host.replaceChildren(el("h2", {}, "Series"), el("div", { class: "filterbar" }, input,
      button("Show these", "these", () => visible().slice(0, page.MOST)),
      button("Show all", "all", () => all.slice(0, page.MOST)), button("Show none", "none", () => []), count,
      all.length > page.MOST ? el("span", { class: "hint" }, `at most ${page.MOST} at a time`) : ""), ul);
    narrow(typed);
    ul.scrollTop = scrolled;
  }

  function row(page, one, number) {
    const { state, data, change, inGroup } = page;
    const swatch = el("span", { class: "swatch" });
    const look = u.chart.look(number);
    swatch.style.borderTopColor = look.stroke;
    if (look.dash.length) swatch.style.borderTopStyle = look.dash[0] < 4 ? "dotted" : "dashed";
    const box = el("input", { type: "checkbox", checked: state.shown.includes(one), "data-key": `box${number}`,
      onchange: () => {
        const wanted = new Set(state.shown);
        if (box.checked) wanted.add(one);
        else wanted.delete(one);
        change({ shown: inGroup().filter((each) => wanted.has(each)).slice(0, page.MOST) });
      } });
    return el("li", { "data-number": data.series.indexOf(one) },
      el("label", {}, box, swatch, el("bdi", {}, one.label || data.name)),
      one.best ? u.changeCell(one.level / one.best - 1, data.rises) : "",
      el("button", { type: "button", "data-key": `only${number}`, "aria-label": `Only ${one.label}`,
        onclick: () => change({ shown: [one] }) }, "only this"));
  }

  u.benchmarkTable = (listHost, now) => {
    const inside = el("div");
    const details = el("details", {}, el("summary", {}, "Data as table"), inside);
    listHost.append(details);
    const fill = () => {
      if (!details.open) return;
      const { state, data, commitAt, meta } = now();
      const series = state.shown.slice(0, 8);
      const rows = meta.groups[state.group].rows.map((_, row) => row)
        .filter((row) => series.some((one) => value(one, row) !== null)).reverse();
      const columns = [
        { label: "Commit", head: true, value: (r) => r, cell: (r) => u.commitLink(meta.groups[state.group].rows[r]) },
        { label: "Date", value: (r) => commitAt(r)[1], cell: (r) => u.date(commitAt(r)[1]) },
        { label: "Subject", value: (r) => commitAt(r)[2], cell: (r) => el("bdi", {}, commitAt(r)[2]) },
        ...series.map((one) => ({ label: one.label || data.name, num: true, value: (r) => value(one, r),
          cell: (r) => (value(one, r) === null ? "–" : u.amount(value(one, r), data.unit) + spread(one, r)) })),
      ];
      u.longTable(inside, { columns, rows, label: "Values by commit", filter: "Filter by commit",
        text: (r) => `${commitAt(r)[0]} ${commitAt(r)[2]} ${commitAt(r)[4]}` });
      if (state.shown.length > 8) inside.prepend(el("p", { class: "hint" }, "The first 8 series shown; choose others above."));
    };
    details.addEventListener("toggle", fill);
    return fill;
  };

  function value(one, row) {
    const raw = one.values[row - one.first];
    return raw === null || raw === undefined ? null : raw * one.scale;
  }

  function spread(one, row) {
    const half = one.spread && one.spread[row - one.first];
    return half ? ` ± ${(half / 10).toFixed(1)} %` : "";
  }
})();
