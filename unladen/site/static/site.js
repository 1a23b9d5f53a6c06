// What every page needs: the store that data files fill, words, links, the hash, the theme.
// Each page carries this policy (the sha256 is the style sheet that d3-flame-graph inserts):
// STATIC_CSP: default-src 'none'; script-src 'self' file:; style-src 'self' file: 'sha256-PjPkXjWPssRCMzB6p5SnF25xrwIH7ThbVHWlE+SG1DE='; img-src 'self' data: file:; base-uri 'none'; form-action 'none'
"use strict";
(function () {
  const store = { meta: null, data: null, profiles: null, tasks: null, index: null, profile: {} };
  const parts = {};
  const body = () => document.body;
  const up = () => body().dataset.up || "";

  // Text from data becomes text nodes only: names and subjects are written by strangers.
  function el(tag, attributes, ...children) {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) {
      if (value === null || value === undefined || value === false) continue;
      if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
      else if (name === "value" || name === "checked" || name === "hidden") node[name] = value;
      else node.setAttribute(name, value === true ? "" : String(value));
    }
    for (const child of children) {
      if (child !== null && child !== undefined) node.append(child);
    }
    return node;
  }

  function figure(value, digits) {
    if (value === 0) return "0";
    const size = Math.abs(value);
    if (size >= 1e9 || size < 1e-4) return value.toExponential(2);
    const places = Math.max(0, (digits || 4) - 1 - Math.floor(Math.log10(size)));
    return value.toFixed(Math.min(places, 12));
  }

  const SCALES = {
    s: [["s", 1], ["ms", 1e-3], ["µs", 1e-6], ["ns", 1e-9]],
    bytes: [["GB", 1e9], ["MB", 1e6], ["kB", 1e3], ["B", 1]],
  };

  function scaleOf(size, unit) {
    const name = unit === "seconds" ? "s" : unit === "B" || unit === "byte" ? "bytes" : unit;
    const scales = SCALES[name];
    if (!scales) return [unit || "", 1];
    return scales.find(([, factor]) => Math.abs(size) >= factor) || scales[scales.length - 1];
  }

  function amount(value, unit) {
    if (value === null || value === undefined) return "not measured";
    if (value === 0) return `0 ${unit === "bytes" ? "B" : unit || ""}`.trim();
    const [name, factor] = scaleOf(value, unit);
    return `${figure(value / factor)} ${name}`.trim();
  }

  function signed(value, unit) {
    if (value === null || value === undefined) return "";
    return (value > 0 ? "+" : value < 0 ? "−" : "±") + amount(Math.abs(value), unit);
  }

  function percent(change) {
    if (change === null || change === undefined || !isFinite(change)) return "";
    if (Math.abs(change) >= 9.995) return `${(1 + change).toFixed(1)}x`;
    const text = (100 * Math.abs(change)).toFixed(Math.abs(change) >= 1 ? 0 : 2);
    return `${change < 0 ? "−" : "+"}${text} %`;
  }

  function date(seconds) {
    const day = new Date(seconds * 1000);
    return isNaN(day) ? "" : day.toISOString().slice(0, 16).replace("T", " ");
  }

  const short = (hash) => String(hash).slice(0, 12);
  const brief = (hash) => String(hash).slice(0, 8);

  function commitLink(index) {
    const commit = store.meta && store.meta.commits[index];
    if (!commit) return el("span", {}, index === null ? "" : `commit ${index}`);
    return el("a", { href: `${up()}c/${short(commit[0])}.html`, class: "hash", title: commit[2] },
      brief(commit[0]));
  }

  const SIGNS = { new: "▲", confirmed: "◆", accepted: "■", fixed: "✓", candidate: "○", "went away": "×" };
  function chip(state) {
    if (!state) return "";
    return el("span", { class: `chip state-${String(state).replace(/[^a-z]+/g, "-")}` }, state);
  }

  function changeCell(change, rises) {
    if (change === null || change === undefined) return el("span", { class: "quiet" }, "–");
    if (!isFinite(change)) return el("span", { class: "quiet" }, "from zero");
    const worse = rises ? change < 0 : change > 0;
    const kind = Math.abs(change) < 5e-5 ? "" : worse ? "change-up" : "change-down";
    return el("span", { class: kind }, percent(change));
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

  // The hash holds what the reader chose, so that a copied address shows the same.
  const hash = {
    get: () => new URLSearchParams(location.hash.slice(1)),
    put(pairs, replace) {
      const text = new URLSearchParams(pairs.filter(([, v]) => v !== null && v !== "" && v !== false));
      const target = `#${text}`;
      if (target === (location.hash || "#")) return;
      const bare = location.pathname + location.search;
      try {
        history[replace ? "replaceState" : "pushState"](null, "", target === "#" ? bare : target);
      } catch (error) {
        location.hash = target; // some browsers refuse history on file://
      }
    },
    watch(handler) {
      window.addEventListener("popstate", handler);
      window.addEventListener("hashchange", handler);
    },
  };

  // localStorage throws on file:// in some browsers, and when a reader blocks it.
  const memory = {
    get(key) {
      try { return localStorage.getItem(key); } catch (error) { return null; }
    },
    set(key, value) {
      try { localStorage.setItem(key, value); } catch (error) { /* forgotten on the next page */ }
    },
  };

  function theme(name) {
    if (name) document.documentElement.dataset.theme = name;
    else delete document.documentElement.dataset.theme;
    window.dispatchEvent(new Event("unladen-theme"));
  }

  function themeButton() {
    const dark = () => (document.documentElement.dataset.theme ||
      (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
    const label = () => (dark() ? "Light" : "Dark");
    const button = el("button", { type: "button", class: "theme" }, label());
    const name = () => { button.textContent = label(); button.ariaLabel = `${label()} colours`; };
    button.addEventListener("click", () => {
      const wanted = dark() ? "light" : "dark";
      memory.set("unladen-theme", wanted);
      theme(wanted);
      name();
    });
    name();
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { theme(null); name(); });
    const nav = document.querySelector("header nav");
    (nav || document.querySelector("header") || body()).append(button);
  }

  // Ink on paper is dark on white, whatever the screen shows.
  function printLight() {
    let before = null;
    window.addEventListener("beforeprint", () => {
      before = document.documentElement.dataset.theme || "";
      theme("light");
    });
    window.addEventListener("afterprint", () => theme(before));
  }

  function slashFocusesTheFilter() {
    document.addEventListener("keydown", (event) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
      if (/^(input|select|textarea)$/i.test(event.target.tagName)) return;
      const first = [...document.querySelectorAll("input[type=search]")].find((i) => i.offsetParent);
      if (first) {
        event.preventDefault();
        first.focus();
      }
    });
  }

  function later(handler, wait) {
    let timer = 0;
    return (...values) => {
      clearTimeout(timer);
      timer = setTimeout(() => handler(...values), wait);
    };
  }

  function searchBox(label, handler) {
    const input = el("input", { type: "search", "aria-label": label, placeholder: label,
      autocomplete: "off", spellcheck: "false", oninput: () => handler(input.value) });
    return input;
  }

  const loading = {};
  function loadProfile(file) {
    // Only names that publish writes: the list is data, and a data file is not code to follow blindly.
    if (!/^p\/[\w.-]+\.js$/.test(file)) return Promise.reject(new Error(file));
    if (!loading[file]) {
      loading[file] = new Promise((resolve, reject) => {
        const done = () => (store.profile[file] ? resolve(store.profile[file]) : reject(new Error(file)));
        const script = el("script", { src: up() + file, onload: done, onerror: () => reject(new Error(file)) });
        document.head.append(script);
      });
    }
    return loading[file];
  }

  // Values up to a checkpoint lie in one file that stays as it is, what is new since in another.
  function joinEnds(ends) {
    const mine = store.data && ends[store.data.slug];
    if (!mine) return;
    store.data.series.forEach((one, number) => {
      const { values, spread, ...rest } = mine[number] || { values: [], spread: [], steps: [] };
      one.spread = (one.spread || one.values.map(() => null)).concat(spread);
      one.values = one.values.concat(values);
      Object.assign(one, rest);
    });
    store.data.whole = true;
  }

  window.unladen = {
    meta: (value) => { store.meta = value; },
    data: (value) => { store.data = value; },
    more: (value) => joinEnds(value),
    profiles: (value) => { store.profiles = value; },
    profile: (value) => { store.profile[value.file] = value; },
    tasks: (value) => { store.tasks = value; },
    index: (value) => { store.index = value; },
    store, parts, el, up, amount, signed, percent, date, short, brief, scaleOf, figure, commitLink, chip,
    changeCell, say, missing, hash, memory, later, searchBox, loadProfile, SIGNS,
    colour: (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim(),
  };

  const stored = memory.get("unladen-theme");
  if (stored === "dark" || stored === "light") document.documentElement.dataset.theme = stored;

  document.addEventListener("DOMContentLoaded", () => {
    themeButton();
    printLight();
    slashFocusesTheFilter();
    for (const name of ["tables", body().dataset.page]) {
      if (!parts[name]) continue;
      try {
        parts[name]();
      } catch (error) {
        console.error(error);
        say(null, `This part of the page could not be drawn (${error.message}). The tables above are whole.`);
      }
    }
  });
})();
