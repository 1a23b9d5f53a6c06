// What lies under and over the lines of a chart: phases, intervals, levels, steps.
"use strict";
{
  const u = unladen;
  const { colour } = u;

  function clipped(plot, draw) {
    const { ctx, bbox } = plot;
    ctx.save();
    ctx.beginPath();
    ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
    ctx.clip();
    draw(ctx);
    ctx.restore();
  }

  // Half way to the commits of the neighbouring phases, on the canvas.
  function phaseEdges(plot, phase) {
    const xs = plot.data[0];
    const { left, width } = plot.bbox;
    const next = phase.to + 1 < xs.length ? phase.to + 1 : phase.to;
    const before = phase.from ? phase.from - 1 : phase.from;
    const pos = (a, b) => plot.valToPos((xs[a] + xs[b]) / 2, "x", true);
    return {
      from: Math.max(left, pos(before, phase.from)),
      to: Math.min(left + width, pos(phase.to, next)),
    };
  }

  // The ground below the grid.
  function drawPhases(plot, view) {
    const { top, height } = plot.bbox;
    clipped(plot, (ctx) => view.phases.forEach((phase, number) => {
      const { from, to } = phaseEdges(plot, phase);
      if (to < from) return;
      ctx.fillStyle = colour("--band");
      if (number % 2 === 0) ctx.fillRect(from, top, to - from, height);
      ctx.fillStyle = colour("--line");
      ctx.fillRect(from, top, devicePixelRatio || 1, height);
    }));
  }

  // The names above it, as far as there is room.
  function namePhases(plot, view) {
    const ratio = devicePixelRatio || 1;
    clipped(plot, (ctx) => {
      ctx.font = `${11 * ratio}px system-ui, sans-serif`;
      ctx.textBaseline = "top";
      ctx.textAlign = "left"; // the axes leave theirs behind
      ctx.fillStyle = colour("--band-text");
      let taken = -Infinity;
      for (const phase of view.phases) {
        const { from, to } = phaseEdges(plot, phase);
        const { width } = ctx.measureText(phase.name);
        if (width + 8 * ratio >= to - from || from <= taken) continue;
        ctx.fillText(phase.name, from + 4 * ratio, plot.bbox.top + 3 * ratio);
        taken = from + width + 4 * ratio;
      }
    });
  }

  const halfAt = (one, row) => u.readout.halfAt(one, row) || 0;

  // Rows in sight that have an interval, in runs without a hole.
  function bandRuns(plot, one, view) {
    const { min, max } = plot.scales.x;
    const to = Math.min(view.xs.length - 1, view.rowAt(max) + 1);
    const runs = [[]];
    for (let row = Math.max(0, view.rowAt(min) - 1); row <= to; row += 1) {
      if (one.column[row] === null) continue;
      if (halfAt(one, row)) runs[runs.length - 1].push(row);
      else runs.push([]);
    }
    return runs.filter((run) => run.length);
  }

  function bandPath(plot, one, view) {
    const path = new Path2D();
    const at = (row, sign) => [plot.valToPos(view.xs[row], "x", true),
      plot.valToPos(one.column[row] * (1 + sign * halfAt(one, row)), "y", true)];
    for (const run of bandRuns(plot, one, view)) {
      run.forEach((row, place) => path[place ? "lineTo" : "moveTo"](...at(row, 1)));
      run.reverse().forEach((row) => path.lineTo(...at(row, -1)));
      path.closePath();
    }
    return path;
  }

  function levels(one, length) {
    const { steps } = one;
    const after = steps.map((step, place) => ({
      from: step.row, to: place + 1 < steps.length ? steps[place + 1].row : length - 1,
      value: step.after,
    }));
    const [first] = steps;
    return first ? [{ from: one.first, to: first.row, value: first.before }, ...after] : after;
  }

  function horizontal(plot, from, to, value) {
    const y = plot.valToPos(value, "y", true);
    plot.ctx.beginPath();
    plot.ctx.moveTo(from, y);
    plot.ctx.lineTo(to, y);
    plot.ctx.stroke();
  }

  const mark = (step, rises) => u.mark(step.state, u.stepChange(step), rises);

  function drawStep(plot, one, step, { rises, labels }) {
    const { ctx } = plot;
    const ratio = devicePixelRatio || 1;
    const x = plot.valToPos(plot.data[0][step.row], "x", true);
    const y = plot.valToPos(step.after / one.unit, "y", true);
    const told = mark(step, rises);
    ctx.textAlign = "center";
    ctx.textBaseline = "middle";
    ctx.font = `bold ${15 * ratio}px system-ui, sans-serif`;
    ctx.lineWidth = 4 * ratio;
    ctx.strokeStyle = colour("--ground");
    ctx.fillStyle = colour(told.colour);
    ctx.strokeText(told.sign, x, y);
    ctx.fillText(told.sign, x, y);
    if (!labels) return;
    const text = u.percent(u.stepChange(step));
    ctx.font = `${11 * ratio}px system-ui, sans-serif`;
    const above = y - plot.bbox.top > 26 * ratio ? -15 : 15;
    ctx.strokeText(text, x, y + above * ratio);
    ctx.fillText(text, x, y + above * ratio);
  }

  // The best level ever, dashed, and the level between steps.
  function drawLevels(plot, one) {
    const { ctx, bbox } = plot;
    const ratio = devicePixelRatio || 1;
    ctx.strokeStyle = colour("--better");
    ctx.lineWidth = ratio;
    ctx.setLineDash([6 * ratio, 5 * ratio]);
    if (one.best !== null && one.best !== undefined) {
      horizontal(plot, bbox.left, bbox.left + bbox.width, one.best / one.unit);
    }
    ctx.setLineDash([]);
    ctx.strokeStyle = one.look.stroke;
    ctx.lineWidth = 3 * ratio;
    const at = (row) => plot.valToPos(plot.data[0][row], "x", true);
    for (const { from, to, value } of levels(one, plot.data[0].length)) {
      horizontal(plot, at(from), at(to), value / one.unit);
    }
  }

  function drawOver(plot, view) {
    const detailed = (one) => view.detailed || one === view.active;
    clipped(plot, () => {
      for (const one of view.shown.filter(detailed)) drawLevels(plot, one);
      for (const one of view.shown) {
        const how = { rises: view.rises, labels: detailed(one) };
        for (const step of one.steps) drawStep(plot, one, step, how);
      }
    });
  }

  function drawBands(plot, view) {
    if (!view.detailed) return;
    clipped(plot, (ctx) => {
      ctx.globalAlpha = 0.18;
      view.shown.forEach((one) => {
        ctx.fillStyle = one.look.stroke;
        ctx.fill(bandPath(plot, one, view));
      });
    });
  }

  u.layers = { drawPhases, namePhases, drawBands, drawOver, mark };
}
