// A tree of paths on two sides -> an icicle: searched, zoomed, walked through by keys.
"use strict";
{
  const u = unladen;
  const { el } = u;
  const { shade, describe, labelOf } = u.tree;
  const ROW = 20;

  function legend({ largest, unit }) {
    const bar = el("span", {
      class: "scale", role: "img", "aria-label": "blue: less, orange: more",
    });
    const stops = [-1, -0.5, -0.1, 0, 0.1, 0.5, 1].map((at) => shade(at * largest, largest));
    bar.style.background = `linear-gradient(to right, ${stops.join(",")})`;
    const much = u.cost(largest, unit);
    return el("span", {}, `▼ less ${much} `, bar, ` ${much} more ▲`);
  }

  function tooltip() {
    const tip = el("div", { class: "tip", hidden: true });
    const part = () => part;
    part.show = (event, d) => {
      tip.textContent = part.text(d);
      tip.hidden = false;
      const { width, height } = tip.getBoundingClientRect();
      const left = Math.min(event.clientX + 12, innerWidth - width - 8);
      tip.style.left = `${Math.max(4, left)}px`;
      const below = event.clientY + 18;
      tip.style.top = `${below + height > innerHeight ? event.clientY - height - 12 : below}px`;
    };
    part.hide = () => { tip.hidden = true; };
    part.destroy = () => tip.remove();
    document.body.append(tip);
    return part;
  }

  // Keys move a mark through the tree, because a mouse alone cannot be asked for.
  function keys(box, chart, top, mark) {
    let here = null;
    const go = (d) => {
      if (!d) return;
      here = d;
      mark(d);
    };
    const beside = (by) => {
      if (!here || !here.parent) return;
      const row = here.parent.children.filter((d) => d.x1 > d.x0);
      go(row[row.indexOf(here) + by]);
    };
    const zoom = () => {
      chart.zoomTo(here || top());
      go(here);
    };
    const all = () => {
      chart.resetZoom();
      go(top());
    };
    const acts = {
      ArrowDown: () => go(here ? here.children && here.children[0] : top()),
      ArrowUp: () => go(here ? here.parent : top()),
      ArrowLeft: () => beside(-1), ArrowRight: () => beside(1), Enter: zoom, Escape: all,
    };
    box.addEventListener("keydown", (event) => {
      if (!acts[event.key] || event.target !== box) return;
      event.preventDefault();
      acts[event.key]();
    });
  }

  const role = { role: "status", "aria-live": "polite" };
  const STACKED = "Outermost call on top. ";
  const FLAT = "No call stacks in both profiles: drawn by category, then function, then its own " +
    "cost. ";
  const HELP = "Click or Enter zooms, Escape shows all; arrow keys walk through the tree.";

  function graph(shown, { box, found, line, tip }) {
    const { side, unit, largest } = shown;
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const mark = u.colour("--mark");
    return flamegraph.default().height(ROW * u.tree.depth(shown.data) + 2)
      .width(Math.max(240, box.clientWidth)).cellHeight(ROW).minFrameSize(1)
      .transitionDuration(calm ? 0 : 150).inverted(true).tooltip(tip)
      .getName((d) => labelOf(d, shown))
      .setColorMapper((d) => (d.highlight ? mark
        : shade(d.data.node.head - d.data.node.base, largest)))
      .setSearchMatch((d, term) => Boolean(term) &&
        d.data.name.toLowerCase().includes(term.toLowerCase()))
      .setSearchHandler((results, sum) => {
        found.textContent = `${results.length} found, ${u.cost(sum, unit)} at ${side}`;
      })
      .setLabelHandler((d) => describe(d.data.node, shown))
      .setDetailsHandler((text) => {
        if (text) line.textContent = text.replace("\n", ": ");
      });
  }

  function searchFor(chart, found, text) {
    if (text) chart.search(text);
    else {
      chart.clear();
      found.textContent = "";
    }
  }

  // The first drawing stands at once: paper does not wait for a transition to end. A view box lets
  // paper shrink it.
  function settle(box, chart, shown) {
    const svg = box.querySelector("svg");
    svg.setAttribute("viewBox", `0 0 ${svg.getAttribute("width")} ${svg.getAttribute("height")}`);
    d3.select(box).selectAll("g.frame").each(function stand(d) {
      d3.select(this).select("rect").interrupt().attr("width", (d.x1 - d.x0) * chart.width());
      d3.select(this).select("div").interrupt().text(labelOf(d, shown));
    });
  }

  function frame(host, shown) {
    const made = {
      box: el("div", {
        class: "flamebox", id: "icicle", tabindex: 0, role: "application",
        "aria-roledescription": "icicle graph", "aria-describedby": "iciclehelp",
        "aria-label": `Where the cost of ${shown.side} goes`,
      }),
      line: el("p", { class: "readout", id: "icicleline", ...role },
        "Point at a box, or focus the graph and press ↓."),
      found: el("span", { class: "count", ...role }),
      tip: tooltip(),
    };
    host.unladenTip = made.tip;
    made.tip.text = (d) => describe(d.data.node, shown);
    return made;
  }

  function place(host, chart, shown, { box, line, found }) {
    const search = u.searchBox("Highlight functions",
      u.later((text) => searchFor(chart(), found, text), 120));
    const reset = el("button", {
      type: "button", onclick: () => chart().resetZoom(),
    }, "Reset zoom");
    host.replaceChildren(
      el("div", { class: "filterbar" }, search, found, reset, legend(shown)), box, line,
      el("p", { class: "hint", id: "iciclehelp" }, (shown.stacked ? STACKED : FLAT) + HELP));
  }

  function clear(host) {
    if (host.unladenTip) host.unladenTip.destroy();
    host.unladenTip = null;
  }

  function draw(host, pair, side) {
    const made = u.tree.tree(pair);
    const data = u.tree.sized(made.root, side);
    clear(host);
    if (!data.children.length) return u.say(host, `Nothing was sampled at ${side}.`);
    const shown = { ...made, side, data, largest: u.tree.most(made.root) };
    const parts = frame(host, shown);
    let chart = null;
    place(host, () => chart, shown, parts);
    chart = graph(shown, parts);
    const { box, line } = parts;
    d3.select(box).datum(data).call(chart);
    settle(box, chart, shown);
    keys(box, chart, () => d3.select(box).datum(), (d) => {
      line.textContent = describe(d.data.node, shown).replace("\n", ": ");
      d3.select(box).selectAll("g.frame").attr("data-here", (one) => (one === d ? "" : null));
    });
    return box;
  }

  u.icicle = { draw, clear };
}
