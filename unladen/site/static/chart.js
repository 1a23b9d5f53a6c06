// Series of one benchmark -> one uPlot: lines, intervals, levels, steps, phases; keys, wheel and touch.
"use strict";
(function () {
  const u = unladen;
  const { colour } = u;
  const DASHES = [[], [8, 4], [2, 3], [10, 3, 2, 3], [5, 2], [14, 5]];
  const FEW = 3;

  const look = (index) => ({ stroke: colour(`--s${index % 8}`), dash: DASHES[Math.floor(index / 8) % 6] });

  // Series hold n * scale for rows first..; the chart wants one column a series, as long as the group.
  function column(series, length, relative) {
    const out = new Array(length).fill(null);
    let first = null;
    series.values.forEach((value, index) => {
      if (value === null || index + series.first >= length) return;
      const real = value * series.scale;
      if (first === null && real !== 0) first = real;
      out[index + series.first] = relative ? (first === null ? null : real / first) : real;
    });
    return { out, first };
  }

  // Dates of commits may run backwards (rebases, wrong clocks); an axis may not.
  function axisOf(commits, byDate) {
    if (!byDate) return commits.map((_, index) => index);
    let last = -Infinity;
    return commits.map((commit) => (last = Math.max(last, commit[1])));
  }

  function phasesOf(commits) {
    const found = [];
    commits.forEach((commit, row) => {
      const name = commit[4] || "";
      const last = found[found.length - 1];
      if (last && last.name === name) last.to = row;
      else found.push({ name, from: row, to: row });
    });
    return found.filter((phase) => phase.name);
  }

  // Twice: the ground below the grid, the names above it.
  function drawPhases(plot, view, names) {
    const { ctx, bbox } = plot;
    const ratio = devicePixelRatio || 1;
    const xs = plot.data[0];
    ctx.save();
    ctx.beginPath();
    ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
    ctx.clip();
    ctx.font = `${11 * ratio}px system-ui, sans-serif`;
    ctx.textBaseline = "top";
    ctx.textAlign = "left"; // the axes leave theirs behind
    const pos = (value) => plot.valToPos(value, "x", true);
    const middle = (a, b) => (b === undefined ? xs[a] : a === undefined ? xs[b] : (xs[a] + xs[b]) / 2);
    let taken = -Infinity;
    view.phases.forEach((phase, number) => {
      const from = Math.max(bbox.left, pos(middle(phase.from ? phase.from - 1 : undefined, phase.from)));
      const end = phase.to + 1 < xs.length ? middle(phase.to, phase.to + 1) : xs[phase.to];
      const to = Math.min(bbox.left + bbox.width, pos(end));
      if (to < from) return;
      if (!names && number % 2 === 0) {
        ctx.fillStyle = colour("--band");
        ctx.fillRect(from, bbox.top, to - from, bbox.height);
      }
      ctx.fillStyle = colour("--line");
      if (!names) ctx.fillRect(from, bbox.top, ratio, bbox.height);
      const width = ctx.measureText(phase.name).width;
      if (names && width + 8 * ratio < to - from && from > taken) {
        ctx.fillStyle = colour("--band-text");
        ctx.fillText(phase.name, from + 4 * ratio, bbox.top + 3 * ratio);
        taken = from + width + 4 * ratio;
      }
    });
    ctx.restore();
  }

  function bandPath(plot, one, view) {
    const path = new Path2D();
    const [low, high] = [plot.scales.x.min, plot.scales.x.max];
    const xs = plot.data[0];
    const half = (row) => {
      const spread = one.spread && one.spread[row - one.first];
      return spread ? spread / 1000 : 0;
    };
    let run = [];
    const flush = () => {
      const at = (row, sign) => [plot.valToPos(xs[row], "x", true),
        plot.valToPos(one.column[row] * (1 + sign * half(row)), "y", true)];
      run.forEach((row, i) => path[i ? "lineTo" : "moveTo"](...at(row, 1)));
      run.reverse().forEach((row) => path.lineTo(...at(row, -1)));
      if (run.length) path.closePath();
      run = [];
    };
    const from = Math.max(0, view.rowAt(low) - 1);
    const to = Math.min(xs.length - 1, view.rowAt(high) + 1);
    for (let row = from; row <= to; row += 1) {
      if (one.column[row] !== null && half(row)) run.push(row);
      else if (one.column[row] !== null) flush();
    }
    flush();
    return path;
  }

  function segments(one, length) {
    const steps = one.steps;
    const out = [];
    steps.forEach((step, i) => {
      if (i === 0) out.push([one.first, step.row, step.before]);
      out.push([step.row, i + 1 < steps.length ? steps[i + 1].row : length - 1, step.after]);
    });
    return out;
  }

  function horizontal(plot, from, to, value) {
    const y = plot.valToPos(value, "y", true);
    plot.ctx.beginPath();
    plot.ctx.moveTo(from, y);
    plot.ctx.lineTo(to, y);
    plot.ctx.stroke();
  }

  const STATE_COLOUR = { new: "--worse", confirmed: "--worse", accepted: "--link", fixed: "--better",
    candidate: "--warn", "went away": "--quiet" };

  function drawSteps(plot, one, view, labels) {
    const { ctx } = plot;
    const ratio = devicePixelRatio || 1;
    for (const step of one.steps) {
      const value = step.after / one.unit;
      const [x, y] = [plot.valToPos(plot.data[0][step.row], "x", true), plot.valToPos(value, "y", true)];
      const sign = u.SIGNS[step.state] || "?";
      ctx.textAlign = "center";
      ctx.textBaseline = "middle";
      ctx.font = `bold ${15 * ratio}px system-ui, sans-serif`;
      ctx.lineWidth = 4 * ratio;
      ctx.strokeStyle = colour("--ground");
      ctx.fillStyle = colour(STATE_COLOUR[step.state] || "--text");
      ctx.strokeText(sign, x, y);
      ctx.fillText(sign, x, y);
      if (!labels) continue;
      const text = u.percent(step.after / step.before - 1);
      ctx.font = `${11 * ratio}px system-ui, sans-serif`;
      const above = y - plot.bbox.top > 26 * ratio ? -15 : 15;
      ctx.strokeText(text, x, y + above * ratio);
      ctx.fillText(text, x, y + above * ratio);
    }
  }

  function drawOver(plot, view) {
    const { ctx, bbox } = plot;
    const ratio = devicePixelRatio || 1;
    const few = view.shown.length <= FEW;
    const detailed = few ? view.shown : view.shown.filter((one) => one === view.active);
    ctx.save();
    ctx.beginPath();
    ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
    ctx.clip();
    for (const one of detailed) {
      ctx.strokeStyle = colour("--better");
      ctx.lineWidth = ratio;
      ctx.setLineDash([6 * ratio, 5 * ratio]);
      if (one.best !== null && one.best !== undefined) {
        horizontal(plot, bbox.left, bbox.left + bbox.width, one.best / one.unit);
      }
      ctx.setLineDash([]);
      ctx.strokeStyle = one.look.stroke;
      ctx.lineWidth = 3 * ratio;
      for (const [from, to, value] of segments(one, plot.data[0].length)) {
        const at = (row) => plot.valToPos(plot.data[0][row], "x", true);
        horizontal(plot, at(from), at(to), value / one.unit);
      }
    }
    for (const one of view.shown) drawSteps(plot, one, view, few || one === view.active);
    ctx.restore();
  }

  function drawBands(plot, view) {
    if (view.shown.length > FEW) return;
    plot.ctx.save();
    const { left, top, width, height } = plot.bbox;
    plot.ctx.beginPath();
    plot.ctx.rect(left, top, width, height);
    plot.ctx.clip();
    plot.ctx.globalAlpha = 0.18;
    view.shown.forEach((one) => {
      plot.ctx.fillStyle = one.look.stroke;
      plot.ctx.fill(bandPath(plot, one, view));
    });
    plot.ctx.restore();
  }

  function yAxis(view) {
    const tick = (plot, splits) => {
      const numbers = splits.filter((v) => v !== null);
      const span = Math.max(...numbers.map(Math.abs), 0);
      const [name, factor] = view.relative ? ["x", 1] : u.scaleOf(span, view.unit);
      const steps = numbers.slice(1).map((v, i) => Math.abs(v - numbers[i])).filter((v) => v > 0);
      const least = Math.min(...steps) / factor;
      let places = isFinite(least) ? Math.min(9, Math.max(0, Math.ceil(-Math.log10(least) - 1e-9))) : 0;
      const whole = least * 10 ** places;
      if (places < 9 && Math.abs(whole - Math.round(whole)) > 1e-6) places += 1; // steps of 0.25
      return splits.map((v) => {
        if (v === null) return null;
        if (view.log) return view.relative ? `${u.figure(v, 3)} x` : u.amount(v, view.unit);
        return `${(v / factor).toFixed(places)} ${name}`;
      });
    };
    return { stroke: colour("--quiet"), grid: { stroke: colour("--grid"), width: 1 }, size: 84,
      ticks: { show: false }, values: tick };
  }

  function xAxis(view) {
    // Year first and in UTC, as everywhere on the site.
    const days = (plot, splits, axis, space, step) => splits.map((seconds) => (step >= 86400
      ? u.date(seconds).slice(0, 10) : u.date(seconds).slice(5)));
    const values = view.byDate ? days : (plot, splits) => splits.map((value) => {
      const commit = Number.isInteger(value) && view.commits[value];
      return commit ? u.brief(commit[0]) : "";
    });
    const axis = { stroke: colour("--quiet"), grid: { show: view.byDate, stroke: colour("--grid"), width: 1 },
      ticks: { stroke: colour("--line"), size: 5 }, space: 84, values };
    if (!view.byDate) axis.incrs = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000];
    return axis;
  }

  function yRange(view) {
    return (plot, low, high) => {
      if (low === null || high === null) return [view.log ? 1e-9 : 0, 1];
      if (view.log) return uPlot.rangeLog(Math.max(low, 1e-300), Math.max(high, 1e-300), 10, false);
      const pad = (high - low || Math.abs(high) || 1) * 0.08;
      return [view.zero ? Math.min(0, low) : low - pad, high + pad];
    };
  }

  // shown: series with .number (their place in the list, for the colour)
  function prepare(view) {
    const length = view.commits.length;
    view.xs = axisOf(view.commits, view.byDate);
    view.phases = phasesOf(view.commits);
    for (const one of view.shown) {
      const { out, first } = column(one, length, view.relative);
      one.column = out;
      one.unit = view.relative ? first || 1 : 1;
      one.look = look(one.number);
    }
    // Zero and less have no logarithm, and no point may be missing: such a chart is linear, and says so.
    view.linear = view.log && view.shown.some((one) => one.column.some((value) => value !== null && value <= 0));
    view.log = view.log && !view.linear;
    view.rowAt = (x) => {
      let [low, high] = [0, length - 1];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (view.xs[middle] < x) low = middle + 1;
        else high = middle;
      }
      return low;
    };
  }

  function build(host, view, hooks) {
    prepare(view);
    const thin = view.shown.length > FEW;
    const series = view.shown.map((one) => ({ stroke: one.look.stroke, dash: thin ? one.look.dash : [],
      width: thin ? 1 : 1.5, spanGaps: true, points: { show: thin ? false : undefined, size: 5 } }));
    return new uPlot({
      width: Math.max(240, host.clientWidth), height: innerWidth < 640 ? 300 : 380, legend: { show: false },
      tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), "Etc/UTC"),
      scales: { x: { time: view.byDate }, y: { distr: view.log ? 3 : 1, range: yRange(view) } },
      axes: [xAxis(view), yAxis(view)], series: [{}, ...series],
      cursor: { y: false, points: { show: false }, 
        // uPlot snaps to the edges, takes that for a drag and swallows the click on the newest commit:
        // the page tells drags from clicks itself.
        drag: { x: true, y: false, dist: 6, click: () => {} },
        bind: { dblclick: () => () => null } },
      hooks: { drawClear: [(plot) => drawPhases(plot, view, false)],
        drawAxes: [(plot) => { drawBands(plot, view); drawPhases(plot, view, true); }],
        draw: [(plot) => drawOver(plot, view)], setCursor: [hooks.cursor], setScale: [hooks.scale] },
    }, [view.xs, ...view.shown.map((one) => one.column)], host);
  }

  u.chart = { build, look };
})();
