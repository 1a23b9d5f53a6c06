// States and changes -> their sign, colour and word; commits -> links.
"use strict";
{
  const { el, store, up } = unladen;
  const COLOURS = {
    bad: "--worse", good: "--better", open: "--warn", answered: "--link", quiet: "--quiet",
  };
  const UNKNOWN = { sign: "?", tone: "open" };

  const isBetter = (change, rises) => (rises ? change > 0 : change < 0);

  // The states of steps, as model/steps.py has them, by word.
  const states = () => (store.meta ? store.meta.states : []);

  // The sign points where the value went; whether that is good is told by the tone.
  function look(state, change, rises) {
    const { sign, tone } = states().find(({ word }) => word === state) || UNKNOWN;
    const way = isBetter(change, rises) ? "good" : "bad";
    return {
      sign: change < 0 ? [...sign].at(-1) : [...sign][0], tone: tone === "by way" ? way : tone,
    };
  }

  // Relative, as `Step.change` in model/steps.py: above nothing it is without bound.
  function stepChange(step) {
    return (step.after - step.before) / Math.abs(step.before);
  }

  function mark(state, change, rises) {
    const { sign, tone } = look(state, change, rises);
    return { sign, colour: COLOURS[tone] };
  }

  function commitLink(place) {
    const commit = store.meta && store.meta.commits[place];
    if (!commit) return el("span", {}, place === null ? "" : `commit ${place}`);
    const href = `${up()}c/${unladen.short(commit.hash)}.html`;
    return el("a", { href, class: "hash", title: commit.subject }, unladen.brief(commit.hash));
  }

  // As `chip` in site/pages/html.py writes it.
  function chip(state, change, rises) {
    if (!state) return "";
    const { sign, tone } = look(state, change, rises);
    const kind = String(state).replace(/[^a-z]+/g, "-");
    return el("span", { class: `chip tone-${tone} state-${kind}`, "data-sign": sign }, state);
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

  Object.assign(unladen, { states, mark, stepChange, commitLink, chip, changeKind, changeCell });
}
