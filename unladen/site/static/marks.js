// States and changes -> their sign, colour and word; commits -> links.
"use strict";
{
  const { el, store, up } = unladen;
  const STATES = ["new", "confirmed", "accepted", "fixed", "candidate", "went away"];
  const SIGNS = {
    confirmed: "◆", accepted: "■", fixed: "✓", candidate: "○", "went away": "×",
  };
  const COLOURS = {
    accepted: "--link", fixed: "--better", candidate: "--warn", "went away": "--quiet",
  };

  const isBetter = (change, rises) => (rises ? change > 0 : change < 0);

  // Relative, as `Step.change` in judge/trend.py: above nothing it is without bound.
  function stepChange(step) {
    return (step.after - step.before) / Math.abs(step.before);
  }

  // The sign points where the value went; whether that is good is told by the colour.
  function mark(state, change, rises) {
    const arrow = change < 0 ? "▼" : "▲";
    const way = isBetter(change, rises) ? "--better" : "--worse";
    return { sign: state === "new" ? arrow : SIGNS[state] || "?", colour: COLOURS[state] || way };
  }

  function commitLink(place) {
    const commit = store.meta && store.meta.commits[place];
    if (!commit) return el("span", {}, place === null ? "" : `commit ${place}`);
    const href = `${up()}c/${unladen.short(commit.hash)}.html`;
    return el("a", { href, class: "hash", title: commit.subject }, unladen.brief(commit.hash));
  }

  // As `step_row` in publish/site/parts.py writes it.
  function chip(state, change, rises) {
    if (!state) return "";
    const kind = String(state).replace(/[^a-z]+/g, "-");
    const better = isBetter(change, rises) ? "better " : "";
    return el("span", { class: `chip ${better}${change < 0 ? "fell " : ""}state-${kind}` }, state);
  }

  function changeKind(change, rises) {
    if (Math.abs(change) < 5e-5) return "";
    const kind = isBetter(change, rises) ? "change-down" : "change-up";
    return `${kind} ${change < 0 ? "fell" : "rose"}`;
  }

  function changeCell(change, rises) {
    if (change === null || change === undefined) return el("span", { class: "quiet" }, "–");
    if (!isFinite(change)) return el("span", { class: "quiet" }, "from zero");
    return el("span", { class: changeKind(change, rises) }, unladen.percent(change));
  }

  Object.assign(unladen, { STATES, mark, stepChange, commitLink, chip, changeKind, changeCell });
}
