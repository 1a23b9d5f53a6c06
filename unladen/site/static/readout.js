// The cursor of one benchmark's chart: moved by keys and pointer, and what it says of its commit.
"use strict";
{
  const u = unladen;
  const { el, chosen } = u;

  function valueAt(one, row) {
    const raw = one.values[row - one.first];
    return raw === null || raw === undefined ? null : raw * one.scale;
  }

  function valueBefore(one, row) {
    for (let at = row - 1; at >= one.first; at -= 1) {
      const value = valueAt(one, at);
      if (value !== null) return value;
    }
    return null;
  }

  // Half of the interval, as a part of the value.
  function halfAt(one, row) {
    const permille = one.half_widths && one.half_widths[row - one.first];
    return permille ? permille / 1000 : null;
  }

  function commitLine(page) {
    const commit = chosen.commitAt(page, page.cursor);
    const href = `${u.up()}c/${u.short(commit.hash)}.html`;
    return [el("a", { href, class: "hash" }, u.brief(commit.hash)), ` ${u.date(commit.seconds)} `,
      el("bdi", { class: "subject" }, commit.subject),
      commit.phase ? el("span", { class: "quiet" }, ` [${commit.phase}]`) : ""];
  }

  function valueLine({ data, cursor }, one) {
    const value = valueAt(one, cursor);
    const past = value === null ? null : valueBefore(one, cursor);
    const half = value ? halfAt(one, cursor) : null;
    return [el("bdi", {}, one.label || data.name), ": ",
      el("strong", {}, u.amount(value, data.unit)),
      half ? ` ± ${u.amount(Math.abs(value) * half, data.unit)}` : "",
      past ? el("span", {}, ", ", u.changeCell(value / past - 1, data.rises),
        " to the point before") : ""];
  }

  function stepLine({ data, cursor }, one) {
    const step = one.steps.find((each) => each.row === cursor);
    if (!step) return "";
    const change = u.stepChange(step);
    return el("span", {}, " · step ", u.changeCell(change, data.rises), " ",
      u.chip(step.state, change, data.rises), step.why ? el("bdi", {}, ` ${step.why}`) : "");
  }

  function tell(page) {
    const one = page.state.active;
    if (page.cursor === null || !one) {
      page.readout.replaceChildren(
        el("span", { class: "quiet" }, "Point at the chart, or focus it and press →."));
      return;
    }
    page.readout.replaceChildren(...commitLine(page), el("br"), ...valueLine(page, one),
      stepLine(page, one));
  }

  function place(page) {
    const { plot, view, cursor, dot } = page;
    const { active } = page.state;
    const value = cursor === null || !active || !active.column ? null : active.column[cursor];
    const left = cursor === null ? -10 : plot.valToPos(view.xs[cursor], "x");
    plot.setCursor({ left, top: 10 }, false);
    const inside = left >= 0 && left <= plot.over.clientWidth;
    dot.style.display = value === null || !inside ? "none" : "block";
    if (value === null) return;
    dot.style.left = `${left}px`;
    dot.style.top = `${plot.valToPos(value, "y")}px`;
    dot.style.background = active.look.stroke;
  }

  function activate(page, one) {
    page.state.active = one;
    page.list.querySelectorAll("li").forEach((li) => li.classList.toggle("active",
      Boolean(one) && Number(li.dataset.number) === page.data.series.indexOf(one)));
    u.benchmarkFacts(page);
    tell(page);
  }

  function other(page, by) {
    const { shown, active } = page.state;
    if (!shown.length) return;
    activate(page, shown[(shown.indexOf(active) + by + shown.length) % shown.length]);
    if (!page.plot) return;
    page.view.active = page.state.active;
    page.plot.redraw(false);
  }

  function rowAfter({ view, cursor }, by) {
    const last = view.commits.length - 1;
    if (Math.abs(by) === Infinity) return by < 0 ? 0 : last;
    if (cursor === null) return by < 0 ? last : 0;
    return Math.min(last, Math.max(0, cursor + by));
  }

  // Commits that were not measured are passed over; at an end, inwards.
  function walk(page, by) {
    const { plot, view, state } = page;
    if (!plot || !state.shown.length) return;
    const last = view.commits.length - 1;
    let row = rowAfter(page, by);
    const inwards = Math.abs(by) === Infinity || row === 0 || row === last;
    const way = inwards ? -Math.sign(by) : Math.sign(by);
    const measured = () => state.shown.some((one) => one.column[row] !== null);
    while (row >= 0 && row <= last && !measured()) row += way;
    if (row < 0 || row > last) return;
    page.cursor = row;
    keepInSight(page);
    place(page);
    tell(page);
  }

  function keepInSight({ plot, view, cursor, range }) {
    const x = view.xs[cursor];
    const { min, max } = plot.scales.x;
    if (x < min || x > max) range.to(x - (max - min) / 2, x + (max - min) / 2);
  }

  function nearest(plot, shown, row, top) {
    const off = (one) => Math.abs(plot.valToPos(one.column[row], "y") - top);
    const there = shown.filter((one) => one.column[row] !== null);
    return there.reduce((best, one) => (best && off(best) <= off(one) ? best : one), null);
  }

  // Hover: the row under the pointer, and of its values the nearest in height.
  function hover(page, self) {
    const { idx: row, top, left, event } = self.cursor;
    if (row === null || row === undefined || left < 0 || self !== page.plot || !event) return;
    const one = nearest(self, page.state.shown, row, top);
    if (!one || (page.cursor === row && page.state.active === one)) return;
    page.cursor = row;
    if (one !== page.state.active) activate(page, one);
    else tell(page);
    place(page);
  }

  u.readout = { valueAt, halfAt, tell, place, activate, other, walk, hover };
}
