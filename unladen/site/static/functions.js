// An attribution -> tables of its parts and of its categories, as `unladen explain` found them.
"use strict";
{
  const u = unladen;
  const { el } = u;
  const isKnown = (value) => value !== null && value !== undefined;

  const delta = (part) => part.head - part.base;
  const how = (part) => (part.other ? `${part.change} (${part.other})` : part.change);

  // What may be no change at all is neither red nor green.
  function kind(part) {
    const resolved = part.low > 0 || part.high < 0;
    return resolved ? u.changeKind(Math.sign(delta(part)), false) : "quiet";
  }

  function pair(label, show, names) {
    return ["base", "head"].map((side) => ({
      label: `${label} ${side}`.trim(), num: true, first: -1, value: (r) => r[names[side]],
      cell: (r) => (isKnown(r[names[side]]) ? show(r[names[side]]) : "–"),
    }));
  }

  function change(unit) {
    return {
      label: "Change", num: true, first: -1, value: delta,
      cell: (r) => el("span", { class: kind(r) }, u.signedCost(delta(r), unit)),
    };
  }

  function interval(unit) {
    return {
      label: "Interval", num: true, first: -1, value: (r) => r.high - r.low,
      cell: (r) => `${u.signedCost(r.low, unit)} … ${u.signedCost(r.high, unit)}`,
    };
  }

  function costs(unit) {
    const show = (value) => u.cost(value, unit);
    return [...pair(unit === "s" ? "Time" : "Instructions", show, { base: "base", head: "head" }),
      change(unit), interval(unit)];
  }

  // The other of the two units, where it is known: instructions do not say how long they took.
  function beside({ unit, parts }) {
    const [label, shown, names] = unit === "s"
      ? ["Instructions", u.count, { base: "base_instructions", head: "head_instructions" }]
      : ["Time", (v) => u.amount(v, "s"), { base: "base_seconds", head: "head_seconds" }];
    const known = parts.some((part) => isKnown(part[names.base]) || isKnown(part[names.head]));
    return known ? pair(label, shown, names) : [];
  }

  function share(label, name, unit) {
    return {
      label, num: true, first: -1, value: (r) => r[name],
      cell: (r) => (isKnown(r[name]) ? u.signedCost(r[name], unit) : "–"),
    };
  }

  function named(label, value, text) {
    const cell = (r) => el("code", {}, el("bdi", {}, text(r)));
    return { label, head: true, value, cell };
  }

  const place = (part) => (part.line ? `${part.key}, line ${part.line}` : part.key);

  function partColumns(attribution) {
    const { unit } = attribution;
    return [
      named("Function", (r) => r.key, place), ...costs(unit),
      { label: "How", value: how, cell: (r) => el("bdi", {}, how(r)) },
      ...pair("Calls", u.count, { base: "base_calls", head: "head_calls" }),
      share("By calls", "by_calls", unit), share("By cost", "by_cost", unit),
      ...beside(attribution),
      { label: "Category", value: (r) => r.category, cell: (r) => r.category },
    ];
  }

  const groupColumns = ({ unit }) => [
    named("Category", (r) => r.name, (r) => r.name), ...costs(unit),
  ];

  // In the order of the attribution: what is proven and large comes first.
  function table(host, attribution, byCategory) {
    const columns = (byCategory ? groupColumns : partColumns)(attribution);
    u.longTable(host, {
      columns, rows: byCategory ? attribution.groups : attribution.parts,
      class: "wide", id: "functions",
      label: byCategory ? "Categories of both commits" : "All functions of both commits",
      filter: "Filter functions, categories, what happened",
      text: (r) => (byCategory ? r.name : `${r.key} ${r.category} ${how(r)}`),
    });
  }

  u.functionsTable = table;
}
