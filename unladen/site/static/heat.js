// Answers of tasks by commits as a map of cells, drawn only where it is seen.
"use strict";
{
  const u = unladen;
  const { el } = u;
  const MARKS = {
    ".": { word: "the same answer", sign: "", colour: "--line" },
    x: { word: "another answer", sign: "≠", colour: "--s4" },
    "+": { word: "gained", sign: "+", colour: "--s2" },
    "-": { word: "lost", sign: "−", colour: "--s6" },
    " ": { word: "not in this run", sign: "", colour: "" },
  };
  const ROW = 14;
  const MOST = 540;
  const INK = ["ground", "quiet", "focus"];

  const markAt = (entry, row, item) => MARKS[entry.states[row][item] || " "] || MARKS.x;

  // Rows are those of one machine's commits, which need not be all.
  function commitPlace(entry, row) {
    return u.store.meta.groups[entry.group].rows[entry.rows[row]];
  }

  function paint() {
    const colours = { "": "transparent" };
    for (const { colour } of Object.values(MARKS)) {
      if (colour) colours[colour] = u.colour(colour);
    }
    for (const name of INK) colours[name] = u.colour(`--${name}`);
    return colours;
  }

  // here: {row, item}, where item is a place in shown.
  function build(host, entry, say) {
    const map = {
      entry, say, shown: entry.items.map((_, index) => index), here: null, waiting: false,
      canvas: el("canvas", { "aria-hidden": "true" }), room: el("div", { class: "room" }),
    };
    map.box = el("div", {
      class: "heat", id: "heat", tabindex: 0, role: "application",
      "aria-roledescription": "heat map", "aria-describedby": "heathelp",
      "aria-label": `Answers of ${entry.benchmark}, tasks by commits`,
    }, map.room, map.canvas);
    host.append(map.box);
    return map;
  }

  // Where cells begin, and how wide they are.
  function measures({ box, entry }) {
    const gutter = box.clientWidth < 500 ? 90 : 190;
    const size = Math.floor((box.clientWidth - gutter) / Math.max(1, entry.rows.length));
    return { gutter, size: Math.min(26, Math.max(9, size)) };
  }

  function inSight(map, { gutter, size }, width, height) {
    const { scrollLeft: x, scrollTop: y } = map.box;
    return {
      x: gutter - x, y: -y,
      rows: {
        from: Math.floor(x / size),
        to: Math.min(map.entry.rows.length, Math.ceil((x + width) / size)),
      },
      items: {
        from: Math.floor(y / ROW), to: Math.min(map.shown.length, Math.ceil((y + height) / ROW)),
      },
    };
  }

  function sized(canvas, width, height) {
    const ratio = devicePixelRatio || 1;
    const ctx = canvas.getContext("2d");
    canvas.width = width * ratio;
    canvas.height = height * ratio;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    ctx.scale(ratio, ratio);
    ctx.font = "11px system-ui, sans-serif";
    ctx.textBaseline = "middle";
    return ctx;
  }

  function drawCells(ctx, map, seen, { size, colours }) {
    ctx.textAlign = "center";
    for (let item = seen.items.from; item < seen.items.to; item += 1) {
      for (let row = seen.rows.from; row < seen.rows.to; row += 1) {
        const { sign, colour } = markAt(map.entry, row, map.shown[item]);
        const [x, y] = [seen.x + row * size, seen.y + item * ROW];
        ctx.fillStyle = colours[colour];
        ctx.fillRect(x, y, size - 1, ROW - 1);
        ctx.fillStyle = colours.ground;
        if (sign) ctx.fillText(sign, x + (size - 1) / 2, y + ROW / 2);
      }
    }
  }

  function drawNames(ctx, map, seen, { gutter, colours, height }) {
    ctx.textAlign = "left";
    ctx.fillStyle = colours.ground;
    ctx.fillRect(0, 0, gutter, height);
    for (let item = seen.items.from; item < seen.items.to; item += 1) {
      const y = seen.y + item * ROW;
      ctx.fillStyle = map.here && map.here.item === item ? colours.focus : colours.quiet;
      ctx.save();
      ctx.beginPath();
      ctx.rect(0, y, gutter - 6, ROW);
      ctx.clip();
      ctx.fillText(map.entry.items[map.shown[item]].slice(0, 60), 4, y + ROW / 2);
      ctx.restore();
    }
  }

  function drawHere(ctx, { here }, seen, { gutter, size, colours, width, height }) {
    if (!here) return;
    ctx.strokeStyle = colours.focus;
    ctx.lineWidth = 2;
    ctx.beginPath();
    ctx.rect(gutter, 0, width, height);
    ctx.clip();
    ctx.strokeRect(seen.x + here.row * size, seen.y + here.item * ROW, size - 1, ROW - 1);
  }

  function draw(map) {
    map.waiting = false;
    const [width, height] = [map.box.clientWidth, Math.min(map.box.clientHeight || MOST, MOST)];
    const how = { ...measures(map), colours: paint(), width, height };
    const seen = inSight(map, how, width, height);
    const ctx = sized(map.canvas, width, height);
    drawCells(ctx, map, seen, how);
    drawNames(ctx, map, seen, how);
    drawHere(ctx, map, seen, how);
  }

  function soon(map) {
    if (map.waiting) return;
    map.waiting = true;
    requestAnimationFrame(() => draw(map));
  }

  function resize(map) {
    const { gutter, size } = measures(map);
    const { room, box, entry, shown } = map;
    room.style.width = `${gutter + entry.rows.length * size}px`;
    room.style.height = `${shown.length * ROW}px`;
    box.style.height = `${Math.min(MOST, Math.max(40, shown.length * ROW + 18))}px`;
    soon(map);
  }

  function go(map, row, item) {
    const { entry, shown } = map;
    if (!shown.length || !entry.rows.length) return;
    map.here = {
      row: Math.max(0, Math.min(entry.rows.length - 1, row)),
      item: Math.max(0, Math.min(shown.length - 1, item)),
    };
    map.say(map.here.row, shown[map.here.item]);
    soon(map);
  }

  function scrollToHere(map) {
    const { box, here } = map;
    const { gutter, size } = measures(map);
    const [x, y] = [here.row * size, here.item * ROW];
    const wide = box.clientWidth - gutter - size;
    if (x < box.scrollLeft) box.scrollLeft = x;
    if (x > box.scrollLeft + wide) box.scrollLeft = x - wide;
    if (y < box.scrollTop) box.scrollTop = y;
    if (y > box.scrollTop + box.clientHeight - ROW * 2) {
      box.scrollTop = y - box.clientHeight + ROW * 2;
    }
  }

  function hover(map, event) {
    const { box, entry, shown, here } = map;
    const { gutter, size } = measures(map);
    const edge = box.getBoundingClientRect();
    const left = event.clientX - edge.left;
    const row = Math.floor((left - gutter + box.scrollLeft) / size);
    const item = Math.floor((event.clientY - edge.top + box.scrollTop) / ROW);
    if (left < gutter || row >= entry.rows.length || item >= shown.length) return;
    if (!here || here.row !== row || here.item !== item) go(map, row, item);
  }

  function open({ here, entry }) {
    const commit = here && u.store.meta.commits[commitPlace(entry, here.row)];
    if (commit) location.href = `${u.up()}c/${u.short(commit.hash)}.html`;
  }

  const STEPS = {
    ArrowLeft: { row: -1, item: 0 }, ArrowRight: { row: 1, item: 0 },
    ArrowUp: { row: 0, item: -1 }, ArrowDown: { row: 0, item: 1 },
    Home: { row: -Infinity, item: 0 }, End: { row: Infinity, item: 0 },
    PageUp: { row: 0, item: -20 }, PageDown: { row: 0, item: 20 },
  };

  function pressed(map, event) {
    if (event.key === "Enter") open(map);
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const now = map.here || { row: map.entry.rows.length, item: 0 };
    go(map, now.row + step.row, now.item + step.item);
    if (map.here) scrollToHere(map);
  }

  function filter(map, wanted) {
    const { items } = map.entry;
    map.shown = items.map((_, place) => place).filter(
      (place) => u.matches(items[place].toLowerCase(), wanted));
    map.here = null;
    map.box.scrollTop = 0;
    resize(map);
    return map.shown.length;
  }

  // say(row, item) is told where the reader points.
  function drawn(host, entry, say) {
    const map = build(host, entry, say);
    map.box.addEventListener("scroll", () => soon(map));
    map.box.addEventListener("mousemove", (event) => hover(map, event));
    map.box.addEventListener("dblclick", () => open(map));
    map.box.addEventListener("keydown", (event) => pressed(map, event));
    new ResizeObserver(() => resize(map)).observe(host);
    window.addEventListener("unladen-theme", () => soon(map));
    resize(map);
    return { filter: (wanted) => filter(map, wanted) };
  }

  function legend() {
    const colours = paint();
    const keys = ["-", "x", "+", ".", " "].map((letter) => {
      const { sign, word, colour } = MARKS[letter];
      const box = el("span", { class: "key" }, sign);
      box.style.background = colours[colour];
      box.style.color = colours.ground;
      return el("span", {}, box, ` ${word}`);
    });
    return el("p", { class: "legend", id: "heathelp" }, ...keys, el("span", { class: "hint" },
      "Arrow keys move; Enter or double click opens the commit."));
  }

  u.heat = { drawn, legend, markAt, commitPlace };
}
