// Tasks by commits as a map of cells, drawn only where it is seen; rows with losses below it.
"use strict";
(function () {
  const u = unladen;
  const { el, parts, store, hash } = u;
  const WORDS = { ".": "the same answer", x: "another answer", "+": "gained", "-": "lost", " ": "not in this run" };
  const SIGNS = { x: "≠", "+": "+", "-": "−" };
  const ROW = 14;

  function paint() {
    return { ".": u.colour("--line"), x: u.colour("--s4"), "+": u.colour("--s2"), "-": u.colour("--s6"),
      " ": "transparent", line: u.colour("--line"), text: u.colour("--text"), quiet: u.colour("--quiet"),
      ground: u.colour("--ground"), focus: u.colour("--focus") };
  }

  function map(host, entry, say) {
    const canvas = el("canvas", { "aria-hidden": "true" });
    const room = el("div", { class: "room" });
    const box = el("div", { class: "heat", id: "heat", tabindex: 0, role: "application",
      "aria-roledescription": "heat map", "aria-label": `Answers of ${entry.benchmark}, tasks by commits`,
      "aria-describedby": "heathelp" }, room, canvas);
    host.append(box);
    let shown = entry.items.map((_, index) => index);
    let here = null; // {row, item}: item is a place in shown
    let waiting = false;
    const gutter = () => (box.clientWidth < 500 ? 90 : 190);
    const cell = () => Math.min(26, Math.max(9, Math.floor((box.clientWidth - gutter()) / Math.max(1, entry.rows.length))));

    function draw() {
      waiting = false;
      const [width, height] = [box.clientWidth, Math.min(box.clientHeight || 540, 540)];
      const [size, left] = [cell(), gutter()];
      const ratio = devicePixelRatio || 1;
      const ctx = canvas.getContext("2d");
      canvas.width = width * ratio;
      canvas.height = height * ratio;
      canvas.style.width = `${width}px`;
      canvas.style.height = `${height}px`;
      ctx.scale(ratio, ratio);
      const colours = paint();
      ctx.font = "11px system-ui, sans-serif";
      ctx.textBaseline = "middle";
      const [x0, y0] = [box.scrollLeft, box.scrollTop];
      const rows = [Math.floor(x0 / size), Math.min(entry.rows.length, Math.ceil((x0 + width) / size))];
      const items = [Math.floor(y0 / ROW), Math.min(shown.length, Math.ceil((y0 + height) / ROW))];
      ctx.textAlign = "center";
      for (let i = items[0]; i < items[1]; i += 1) {
        for (let r = rows[0]; r < rows[1]; r += 1) {
          const mark = entry.states[r][shown[i]] || " ";
          const [x, y] = [left + r * size - x0, i * ROW - y0];
          ctx.fillStyle = colours[mark] || colours.x;
          ctx.fillRect(x, y, size - 1, ROW - 1);
          if (!SIGNS[mark]) continue;
          ctx.fillStyle = colours.ground;
          ctx.fillText(SIGNS[mark], x + (size - 1) / 2, y + ROW / 2);
        }
      }
      ctx.textAlign = "left";
      ctx.fillStyle = colours.ground;
      ctx.fillRect(0, 0, left, height);
      for (let i = items[0]; i < items[1]; i += 1) {
        ctx.fillStyle = here && here.item === i ? colours.focus : colours.quiet;
        ctx.save();
        ctx.beginPath();
        ctx.rect(0, i * ROW - y0, left - 6, ROW);
        ctx.clip();
        ctx.fillText(entry.items[shown[i]].slice(0, 60), 4, i * ROW - y0 + ROW / 2);
        ctx.restore();
      }
      if (here) {
        ctx.strokeStyle = colours.focus;
        ctx.lineWidth = 2;
        ctx.beginPath();
        ctx.rect(left, 0, width, height);
        ctx.clip();
        ctx.strokeRect(left + here.row * size - x0, here.item * ROW - y0, size - 1, ROW - 1);
      }
    }
    const soon = () => {
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(draw);
    };

    function resize() {
      room.style.width = `${gutter() + entry.rows.length * cell()}px`;
      room.style.height = `${shown.length * ROW}px`;
      box.style.height = `${Math.min(540, Math.max(40, shown.length * ROW + 18))}px`;
      soon();
    }

    function go(row, item) {
      if (!shown.length || !entry.rows.length) return;
      here = { row: Math.max(0, Math.min(entry.rows.length - 1, row)), item: Math.max(0, Math.min(shown.length - 1, item)) };
      say(here.row, shown[here.item]);
      soon();
    }

    function visible() {
      const [x, y] = [here.row * cell(), here.item * ROW];
      const wide = box.clientWidth - gutter() - cell();
      if (x < box.scrollLeft) box.scrollLeft = x;
      if (x > box.scrollLeft + wide) box.scrollLeft = x - wide;
      if (y < box.scrollTop) box.scrollTop = y;
      if (y > box.scrollTop + box.clientHeight - ROW * 2) box.scrollTop = y - box.clientHeight + ROW * 2;
    }

    box.addEventListener("scroll", soon);
    box.addEventListener("mousemove", (event) => {
      const edge = box.getBoundingClientRect();
      const row = Math.floor((event.clientX - edge.left - gutter() + box.scrollLeft) / cell());
      const item = Math.floor((event.clientY - edge.top + box.scrollTop) / ROW);
      if (event.clientX - edge.left < gutter() || row >= entry.rows.length || item >= shown.length) return;
      if (!here || here.row !== row || here.item !== item) go(row, item);
    });
    const open = () => {
      const commit = here && store.meta.commits[entry.rows[here.row]];
      if (commit) location.href = `${u.up()}c/${u.short(commit[0])}.html`;
    };
    box.addEventListener("dblclick", open);
    box.addEventListener("keydown", (event) => {
      const now = here || { row: entry.rows.length, item: 0 };
      const acts = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
        Home: [-Infinity, 0], End: [Infinity, 0], PageUp: [0, -20], PageDown: [0, 20] };
      if (event.key === "Enter") open();
      if (!acts[event.key]) return;
      event.preventDefault();
      go(now.row + acts[event.key][0], now.item + acts[event.key][1]);
      visible();
    });
    new ResizeObserver(resize).observe(host);
    window.addEventListener("unladen-theme", soon);
    resize();
    return { filter: (wanted) => {
      shown = entry.items.map((_, i) => i).filter((i) => u.matches(entry.items[i].toLowerCase(), wanted));
      here = null;
      box.scrollTop = 0;
      resize();
      return shown.length;
    } };
  }

  function names(entry, row, mark) {
    return entry.items.filter((_, item) => entry.states[row][item] === mark);
  }

  function losses(host, entry) {
    const rows = entry.rows.map((_, row) => row).map((row) => ({ row, lost: names(entry, row, "-"),
      changed: names(entry, row, "x"), gained: names(entry, row, "+") })).filter((one) => one.lost.length);
    if (!rows.length) {
      host.replaceChildren(el("p", {}, "No commit lost an answer."));
      return;
    }
    const number = (key, label) => ({ label, num: true, first: -1, value: (r) => r[key].length,
      cell: (r) => String(r[key].length) });
    u.longTable(host, { rows: rows.reverse(), label: "Commits that lost answers", filter: "Filter by lost task",
      text: (r) => r.lost.join(" "), columns: [
        { label: "Commit", head: true, value: (r) => r.row, cell: (r) => u.commitLink(entry.rows[r.row]) },
        { ...number("lost", "Lost"), cell: (r) => el("span", { class: "broken" }, String(r.lost.length)) },
        number("changed", "Changed"), number("gained", "Gained"),
        { label: "Lost tasks", value: (r) => r.lost.join(" "), cell: (r) => el("bdi", {}, r.lost.slice(0, 40).join(", ") +
          (r.lost.length > 40 ? ` and ${r.lost.length - 40} more` : "")) }] });
  }

  function key() {
    const colours = paint();
    const box = (mark) => {
      const span = el("span", { class: "key" }, SIGNS[mark] || "");
      span.style.background = colours[mark];
      span.style.color = colours.ground;
      return span;
    };
    return el("p", { class: "legend", id: "heathelp" }, ...["-", "x", "+", ".", " "].flatMap((mark) => [
      el("span", {}, box(mark), ` ${WORDS[mark]}`)]),
      el("span", { class: "hint" }, "Arrow keys move; Enter or double click opens the commit."));
  }

  function page() {
    const host = document.getElementById("tasks");
    const all = store.tasks;
    if (!all || !store.meta) return u.missing(host, all ? "meta.js" : "tasks.js");
    if (!all.length) return u.say(host, "No benchmark here counts answers of tasks.");
    const select = el("select", { onchange: () => { hash.put([["t", select.value]], false); show(); } },
      ...all.map((entry, index) => {
        const group = store.meta.groups[entry.group];
        return el("option", { value: String(index) }, entry.benchmark + (group ? ` – ${group.machine}, ${group.environment}` : ""));
      }));
    const place = el("div");
    host.replaceChildren(el("p", { class: "filterbar" }, el("label", {}, "Benchmark ", select)), place);

    function show() {
      const entry = all[Number(select.value)];
      const line = el("p", { class: "readout", id: "heatline", role: "status", "aria-live": "polite" }, "Point at a cell, or focus the map.");
      const count = el("span", { class: "count", role: "status" });
      const lost = el("div");
      const around = el("div");
      const say = (row, item) => {
        const commit = store.meta.commits[entry.rows[row]];
        line.replaceChildren(el("bdi", {}, entry.items[item]), ": ", el("strong", {}, WORDS[entry.states[row][item] || " "] || "?"),
          " at ", u.commitLink(entry.rows[row]), commit ? ` ${u.date(commit[1])} ` : "", el("bdi", {}, commit ? commit[2] : ""));
      };
      const input = u.searchBox("Filter tasks", (value) => {
        count.textContent = `${drawn.filter(u.words(value))} of ${entry.items.length} tasks`;
      });
      place.replaceChildren(el("p", { class: "filterbar" }, input, count), around, line, key(),
        el("h2", {}, "Commits with losses"), lost);
      const drawn = map(around, entry, say);
      losses(lost, entry);
    }
    const read = () => {
      const wanted = hash.get().get("t");
      select.value = wanted && all[Number(wanted)] ? wanted : "0";
      show();
    };
    hash.watch(read);
    read();
  }

  parts.tasks = page;
})();
