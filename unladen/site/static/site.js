// What every page needs: the store that data files fill, nodes, messages, and the start of a page.
// Each page carries this policy (the sha256 is the style sheet that d3-flame-graph inserts):
// STATIC_CSP: default-src 'none'; script-src 'self' file:; style-src 'self' file: 'sha256-PjPkXjWPssRCMzB6p5SnF25xrwIH7ThbVHWlE+SG1DE='; img-src 'self' data: file:; base-uri 'none'; form-action 'none'
"use strict";
{
  const store = {
    meta: null, data: null, profiles: null, pairs: null, tasks: null, index: null,
    profile: {}, attribution: {},
  };
  const parts = {};

  // Text from data becomes text nodes only: names and subjects are written by strangers.
  function el(tag, attributes, ...children) {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) attribute(node, name, value);
    for (const child of children) {
      if (child !== null && child !== undefined) node.append(child);
    }
    return node;
  }

  function attribute(node, name, value) {
    if (value === null || value === undefined || value === false) return;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked" || name === "hidden") node[name] = value;
    else node.setAttribute(name, value === true ? "" : String(value));
  }

  function say(host, text) {
    const note = el("p", { class: "message", role: "status" }, text);
    if (host) host.replaceChildren(note);
    else document.getElementById("main").append(note);
    return note;
  }

  function missing(host, file) {
    say(host, `The data of this page did not load: ${file} is missing or damaged. Write the site ` +
      "again with: unladen publish");
  }

  function later(handler, wait) {
    let timer = 0;
    return (...values) => {
      clearTimeout(timer);
      timer = setTimeout(() => handler(...values), wait);
    };
  }

  function searchBox(label, handler) {
    const input = el("input", {
      type: "search", "aria-label": label, placeholder: label, autocomplete: "off",
      spellcheck: "false", oninput: () => handler(input.value),
    });
    return input;
  }

  // A long list names its fields once. Here, and nowhere else, its rows become objects.
  function objects({ fields, rows }) {
    return rows.map((row) => {
      const one = {};
      fields.forEach((name, place) => { one[name] = row[place]; });
      return one;
    });
  }

  // Values up to a checkpoint lie in one file that stays as it is, what is new since in another.
  function joinEnds(ends) {
    const mine = store.data && ends[store.data.slug];
    if (!mine) return;
    store.data.series.forEach((one, number) => {
      const {
        values, half_widths: halves, ...rest
      } = mine[number] || { values: [], half_widths: [], steps: [] };
      one.half_widths = (one.half_widths || one.values.map(() => null)).concat(halves);
      one.values = one.values.concat(values);
      Object.assign(one, rest);
    });
    store.data.whole = true;
  }

  const arrivals = {
    meta: (value) => { store.meta = { ...value, commits: objects(value.commits) }; },
    data: (value) => { store.data = value; },
    more: joinEnds,
    index: (value) => { store.index = objects(value); },
    tasks: (value) => { store.tasks = value; },
    profiles: (value) => {
      store.profiles = objects(value.profiles);
      store.pairs = objects(value.pairs);
    },
    profile: (value) => {
      store.profile[value.file] = { ...value, stacks: value.stacks && objects(value.stacks) };
    },
    attribution: (value) => {
      store.attribution[value.file] = {
        ...value, parts: objects(value.parts), groups: objects(value.groups),
      };
    },
  };

  window.unladen = {
    ...arrivals, store, parts, el, say, missing, later, searchBox,
    up: () => document.body.dataset.up || "",
    colour: (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim(),
  };

  function start(name) {
    if (!parts[name]) return;
    try {
      parts[name]();
    } catch (error) {
      console.error(error);
      say(null, `This part of the page could not be drawn (${error.message}). ` +
        "The tables above are whole.");
    }
  }

  document.addEventListener("DOMContentLoaded", () => {
    for (const name of ["theme", "tables", document.body.dataset.page]) start(name);
  });
}
