// Two profiles -> one tree of paths, drawn as an icicle coloured by the change in seconds.
"use strict";
(function () {
  const u = unladen;
  const { el } = u;

  function child(node, name) {
    let found = node.index.get(name);
    if (!found) {
      found = { name, base: 0, head: 0, index: new Map(), children: [], parent: node };
      node.index.set(name, found);
      node.children.push(found);
    }
    return found;
  }

  function add(root, path, side, seconds) {
    let node = root;
    node[side] += seconds;
    for (const name of path) {
      node = child(node, name);
      node[side] += seconds;
    }
  }

  // Both sides must be cut the same way, or every path would look vanished.
  function tree(base, head) {
    const root = { name: "all", base: 0, head: 0, index: new Map(), children: [], parent: null };
    const stacked = Boolean(base.stacks && head.stacks);
    for (const [side, profile] of [["base", base], ["head", head]]) {
      if (stacked) {
        for (const [stack, share] of profile.stacks) add(root, stack.split("\n"), side, share * profile.seconds);
      } else {
        for (const one of profile.functions) {
          if (one.share) add(root, [one.category || "other", one.key], side, one.share * profile.seconds);
        }
      }
    }
    return { root, stacked };
  }

  function sized(node, side) {
    const children = node.children.filter((one) => one[side] > 0).map((one) => sized(one, side))
      .sort((a, b) => b.value - a.value);
    return { name: node.name, value: node[side], node, children };
  }

  function most(node) {
    return Math.max(node.parent ? Math.abs(node.head - node.base) : 0, ...node.children.map(most));
  }

  // Orange for more, blue for less: apart for all common kinds of colour blindness, and ▲ ▼ beside it.
  function dark() {
    const theme = document.documentElement.dataset.theme;
    return theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  }

  function shade(delta, largest) {
    const weight = largest ? Math.min(1, Math.abs(delta) / largest) ** 0.6 : 0;
    const neutral = dark() ? [58, 64, 74] : [229, 231, 235];
    const more = dark() ? [176, 84, 12] : [240, 148, 66];
    const less = dark() ? [22, 104, 168] : [106, 176, 230];
    const end = delta > 0 ? more : less;
    return `rgb(${neutral.map((from, i) => Math.round(from + (end[i] - from) * weight)).join(",")})`;
  }

  function change(node) {
    if (!node.base && node.head) return "appeared";
    if (node.base && !node.head) return "vanished";
    return node.base ? u.percent(node.head / node.base - 1) : "";
  }

  function describe(node, total, side) {
    const share = total ? ` (${((100 * node[side]) / total).toFixed(1)} % of ${side})` : "";
    return `${node.name}\nbase ${u.amount(node.base, "s")} → head ${u.amount(node.head, "s")}, ` +
      `${u.signed(node.head - node.base, "s")} ${change(node)}${share}`;
  }

  function legend(largest) {
    const bar = el("span", { class: "scale", role: "img", "aria-label": "blue: less time, orange: more time" });
    const stops = [-1, -0.5, -0.1, 0, 0.1, 0.5, 1].map((at) => shade(at * largest, largest));
    bar.style.background = `linear-gradient(to right, ${stops.join(",")})`;
    return el("span", {}, `▼ less ${u.amount(largest, "s")} `, bar, ` ${u.amount(largest, "s")} more ▲`);
  }

  function tooltip() {
    const tip = el("div", { class: "tip", hidden: true });
    const part = () => part;
    part.show = (event, d) => {
      tip.textContent = part.text(d);
      tip.hidden = false;
      const box = tip.getBoundingClientRect();
      tip.style.left = `${Math.max(4, Math.min(event.clientX + 12, innerWidth - box.width - 8))}px`;
      const below = event.clientY + 18;
      tip.style.top = `${below + box.height > innerHeight ? event.clientY - box.height - 12 : below}px`;
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
    box.onkeydown = (event) => {
      const acts = {
        ArrowDown: () => go(here ? here.children && here.children[0] : top()),
        ArrowUp: () => go(here ? here.parent : top()),
        ArrowLeft: () => beside(-1), ArrowRight: () => beside(1),
        Enter: () => { chart.zoomTo(here || top()); go(here); },
        Escape: () => { chart.resetZoom(); go(top()); },
      };
      if (!acts[event.key] || event.target !== box) return;
      event.preventDefault();
      acts[event.key]();
    };
  }

  function draw(host, base, head, showBase) {
    const side = showBase ? "base" : "head";
    const { root, stacked } = tree(base, head);
    const data = sized(root, side);
    if (host.unladenTip) host.unladenTip.destroy();
    if (!data.children.length) return u.say(host, `No time was sampled at ${side}.`);
    const largest = most(root);
    const mark = u.colour("--mark");
    const box = el("div", { class: "flamebox", id: "icicle", tabindex: 0, role: "application",
      "aria-roledescription": "icicle graph", "aria-label": `Where the time of ${side} goes`,
      "aria-describedby": "iciclehelp" });
    const line = el("p", { class: "readout", id: "icicleline", role: "status", "aria-live": "polite" });
    const found = el("span", { class: "count", role: "status", "aria-live": "polite" });
    const tip = host.unladenTip = tooltip();
    const label = (d) => {
      const delta = d.data.node.head - d.data.node.base;
      const told = d.parent && largest && Math.abs(delta) >= 0.05 * largest;
      return told ? `${delta > 0 ? "▲" : "▼"} ${d.data.name} ${u.signed(delta, "s")}` : d.data.name;
    };
    tip.text = (d) => describe(d.data.node, root[side], side);
    const search = u.searchBox("Highlight functions", u.later((value) => {
      if (value) chart.search(value);
      else chart.clear();
      if (!value) found.textContent = "";
    }, 120));
    host.replaceChildren(el("div", { class: "filterbar" }, search, found,
      el("button", { type: "button", onclick: () => chart.resetZoom() }, "Reset zoom"), legend(largest)),
      box, line, el("p", { class: "hint", id: "iciclehelp" }, stacked
        ? "Outermost call on top. Click or Enter zooms, Escape shows all; arrow keys walk through the tree."
        : "No call stacks in both profiles: drawn by category, then function, then its own time."));
    const depth = (one) => 1 + Math.max(0, ...one.children.map(depth));
    line.textContent = "Point at a box, or focus the graph and press ↓.";
    const chart = flamegraph.default().height(20 * depth(data) + 2).width(Math.max(240, box.clientWidth)).cellHeight(20).minFrameSize(1)
      .transitionDuration(matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 150)
      .inverted(true).tooltip(tip).getName(label)
      .setColorMapper((d) => (d.highlight ? mark : shade(d.data.node.head - d.data.node.base, largest)))
      .setSearchMatch((d, term) => Boolean(term) && d.data.name.toLowerCase().includes(term.toLowerCase()))
      .setSearchHandler((results, sum) => {
        found.textContent = `${results.length} found, ${u.amount(sum, "s")}`;
      })
      .setLabelHandler((d) => describe(d.data.node, root[side], side))
      .setDetailsHandler((text) => { if (text) line.textContent = text.replace("\n", ": "); });
    d3.select(box).datum(data).call(chart);
    const svg = box.querySelector("svg"); // a view box lets paper shrink it
    svg.setAttribute("viewBox", `0 0 ${svg.getAttribute("width")} ${svg.getAttribute("height")}`);
    const top = () => d3.select(box).datum();
    // The first drawing stands at once: paper does not wait for a transition to end.
    d3.select(box).selectAll("g.frame").each(function (d) {
      d3.select(this).select("rect").interrupt().attr("width", (d.x1 - d.x0) * chart.width());
      d3.select(this).select("div").interrupt().text(label(d));
    });
    keys(box, chart, top, (d) => {
      line.textContent = describe(d.data.node, root[side], side).replace("\n", ": ");
      d3.select(box).selectAll("g.frame").attr("data-here", (one) => (one === d ? "" : null));
    });
    return stacked;
  }

  u.icicle = { draw, tree };
})();
