// The overview's filters: by words, by state, by direction; in the address.
"use strict";
{
  const { el, parts, hash, words, matches } = unladen;
  const WAYS = { "": "both", slower: "worse", faster: "better" };
  const WORSE = ".change-up, .tone-bad";
  const BETTER = ".change-down, .tone-good";

  function rowState(row) {
    const chip = row.querySelector("[class*='state-']");
    const name = chip && [...chip.classList].find((one) => one.startsWith("state-"));
    return name ? name.slice("state-".length).replace(/-/g, " ") : "";
  }

  function rowDirection(row) {
    if (row.querySelector(WORSE)) return "slower";
    return row.querySelector(BETTER) ? "faster" : "";
  }

  function eventOf(article) {
    const rows = [...article.querySelectorAll("tbody tr")].map((row) => ({
      row, state: rowState(row), direction: rowDirection(row), text: row.textContent.toLowerCase(),
    }));
    const heading = article.querySelector("h2, h3, header");
    return { article, rows, text: heading ? heading.textContent.toLowerCase() : "" };
  }

  function select(label, choices) {
    const box = el("select", {}, ...Object.entries(choices).map(
      ([value, text]) => el("option", { value }, text)));
    return { box, label: el("label", {}, `${label} `, box) };
  }

  function filterBar(filters) {
    const { events, change, states } = filters;
    filters.input = unladen.searchBox("Filter by benchmark or commit", change);
    const any = { "": "any", ...Object.fromEntries(states.map((state) => [state, state])) };
    const state = select("state", any);
    const way = select("direction", WAYS);
    filters.count = unladen.counter();
    filters.state = state.box;
    filters.way = way.box;
    for (const { box } of [state, way]) box.addEventListener("change", change);
    events[0].article.before(el("p", { class: "filterbar" }, filters.input, state.label, way.label,
      filters.count));
  }

  function showEvent(event, filters, wanted) {
    const [state, way] = [filters.state.value, filters.way.value];
    let here = 0;
    for (const one of event.rows) {
      one.row.hidden = !((!state || one.state === state) && (!way || one.direction === way) &&
        matches(`${event.text} ${one.text}`, wanted));
      here += !one.row.hidden;
    }
    const filtered = state || way || wanted.length;
    const byHeading = event.rows.length === 0 && matches(event.text, wanted);
    event.article.hidden = Boolean(filtered) && !here && !byHeading;
    return !event.article.hidden;
  }

  function apply(filters) {
    const wanted = words(filters.input.value);
    const shown = filters.events.filter((event) => showEvent(event, filters, wanted));
    filters.count.textContent = `${shown.length} of ${filters.events.length} events`;
  }

  function read(filters) {
    const now = hash.get();
    const [state, way] = [now.get("state"), now.get("direction")];
    filters.input.value = now.get("q") || "";
    filters.state.value = filters.states.includes(state) ? state : "";
    filters.way.value = way && way in WAYS ? way : "";
    apply(filters);
  }

  parts.overview = () => {
    const events = [...document.querySelectorAll("article.event")].map(eventOf);
    if (!events.length) return;
    const found = events.flatMap((event) => event.rows.map((row) => row.state));
    const filters = { events, states: [...new Set(found)].filter(Boolean).sort() };
    const remember = unladen.later(() => hash.put([["q", filters.input.value],
      ["state", filters.state.value], ["direction", filters.way.value]], true), 200);
    filters.change = () => {
      apply(filters);
      remember();
    };
    filterBar(filters);
    hash.watch(() => read(filters));
    read(filters);
  };
}
